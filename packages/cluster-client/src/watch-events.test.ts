// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import { readEvents } from './watch-events.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

test('ends 45 s after the last data, so that a dead connection is noticed', async () => {
  const data = Promise.withResolvers<string>();
  const open = (signal: AbortSignal) => {
    async function* chunks() {
      yield await data.promise;
      await aborted(signal);
    }
    const response = Object.assign(chunks(), { statusCode: 200, setEncoding: () => undefined });
    return Promise.resolve(response as unknown as IncomingMessage);
  };
  const events: unknown[] = [];
  let isOver = false;
  const reading = readEvents(open, new AbortController().signal, (event) => events.push(event));
  void reading.then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(40_000);
  data.resolve('{"type":"ADDED","object":1}\n');
  await jest.advanceTimersByTimeAsync(44_999);
  expect({ events, isOver }).toEqual({ events: [{ type: 'ADDED', object: 1 }], isOver: false });
  await jest.advanceTimersByTimeAsync(1);
  expect(await reading).toBeUndefined();
});

test('says so when nothing answers at all', async () => {
  const reading = readEvents(aborted, new AbortController().signal, () => undefined);
  const refused = expect(reading).rejects.toThrow('no answer within 45 s');
  await jest.advanceTimersByTimeAsync(45_000);
  await refused;
});
