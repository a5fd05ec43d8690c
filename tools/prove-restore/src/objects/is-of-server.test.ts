// SPDX-License-Identifier: Apache-2.0
import { isOfServer } from './is-of-server.ts';

const body = (message: string) => JSON.stringify({ kind: 'Status', message });

test.each([
  [0, ''],
  [429, body('storage is (re)initializing')],
  [504, body('Timeout: request did not complete within the allotted timeout')],
  [500, body('etcdserver: request timed out')],
  [500, body('rpc error: code = Unavailable desc = error reading from server: EOF')],
  [500, body('context deadline exceeded')],
])('%i %s is an error of the server', (status, text) => {
  expect(isOfServer({ status, body: text })).toBe(true);
});

test.each([
  [500, body('unable to transform key "/registry/secrets/shop/one": no matching prefix found')],
  [404, body('the server could not find the requested resource')],
])('%i %s is an error of an object', (status, text) => {
  expect(isOfServer({ status, body: text })).toBe(false);
});
