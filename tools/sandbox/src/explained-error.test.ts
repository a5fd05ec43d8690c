// SPDX-License-Identifier: Apache-2.0
import { explainedError } from './explained-error.ts';
import { UserError } from './user-error.ts';

const systemError = (code: string, message: string) => Object.assign(new Error(message), { code });

test('mistakes of users are said in their own words', () => {
  expect(explainedError(new UserError('no such sandbox'))).toBe('no such sandbox');
});

test('a full disk is no stack trace', () => {
  const error = systemError('ENOSPC', 'ENOSPC: no space left on device, write');
  expect(explainedError(error)).toBe(
    'The disk is full: ENOSPC: no space left on device, write. Free some space; npx strata stop, and reset, which deletes the sandbox, need none.',
  );
});

test('files that a run with sudo has left are given back', () => {
  const error = systemError('EACCES', "EACCES: permission denied, mkdir '/strata/.strata'");
  expect(explainedError(error)).toBe(
    `A file belongs to somebody else: EACCES: permission denied, mkdir '/strata/.strata'. Whatever was run with sudo in this folder has left files of root: sudo chown -R "$USER" .`,
  );
});

test('an error of the sandbox itself keeps its stack trace', () => {
  expect(explainedError(new TypeError('x is not a function'))).toBeUndefined();
});
