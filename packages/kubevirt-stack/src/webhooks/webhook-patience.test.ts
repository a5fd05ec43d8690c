// SPDX-License-Identifier: Apache-2.0
import { tryAgain } from './webhook-patience.ts';

const refused =
  'Internal error occurred: failed calling webhook "bgppeersvalidationwebhook.metallb.io": failed ' +
  'to call webhook: Post "https://metallb-webhook-service.metallb-system.svc:443/validate": dial ' +
  'tcp 10.0.0.1:9443: connect: connection refused';

const name = 'platform-addresses-peer';

/** What is waited and told until it is given up. */
async function patienceWith(error: string) {
  const waited: number[] = [];
  const told: string[] = [];
  const errors = [error];
  const patience = {
    wait: (seconds: number) => Promise.resolve(waited.push(seconds)),
    tell: (message: string) => void told.push(message),
  };
  while (await tryAgain({ name, errors }, patience)) errors.unshift(error);
  return { waited, told };
}

test('a webhook that does not answer yet is asked again, for about three minutes', async () => {
  const { waited, told } = await patienceWith(refused);
  expect(waited.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
  expect(waited.reduce((sum, pause) => sum + pause)).toBe(175);
  expect(told).toEqual([
    'platform-addresses-peer: failed calling webhook "bgppeersvalidationwebhook.metallb.io"; ' +
      'it is tried again for 3 minutes.',
  ]);
});

test('what a webhook refuses is not tried again', async () => {
  const denied = 'admission webhook "bgppeersvalidationwebhook.metallb.io" denied the request: no';
  expect(await patienceWith(denied)).toEqual({ waited: [], told: [] });
});

test('another error after that of a webhook is told at once', async () => {
  const errors = ['the server is currently unable to handle the request', refused];
  expect(await tryAgain({ name, errors })).toBe(false);
});
