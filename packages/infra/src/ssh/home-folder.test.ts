// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os';
import { withHomeFolder } from './home-folder.ts';

test.each([
  ['~/.ssh/id', `${homedir()}/.ssh/id`],
  ['~ada/.ssh/id', '~ada/.ssh/id'],
  ['/home/~/id', '/home/~/id'],
])('the path %s is %s', (path, whole) => {
  expect(withHomeFolder(path)).toBe(whole);
});
