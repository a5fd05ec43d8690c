// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fleetsOf, send } from '../testing/ask-server.ts';
import { TestRepository } from '../testing/test-repository.ts';

const main = resolve(import.meta.dirname, '../main.ts');

test('SIGINT ends a server with a browser in good order', async () => {
  using repository = new TestRepository();
  const child = spawn(
    process.execPath,
    [main, '--serve', '--port', '0', '--environment', 'staging'],
    {
      env: { ...process.env, NODE_OPTIONS: '', STRATA_ROOT: repository.root },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = String((await lines.next()).value);
  expect(first.replace(/:\d+/, ':PORT')).toBe(
    'http://127.0.0.1:PORT/ follows files. Ctrl-C ends it.',
  );
  const [url = ''] = first.split(' ');
  const page = await text(await send(url));
  expect(page).toContain("connect-src 'self'");
  const fleets = fleetsOf(url);
  expect((await fleets.next()).value).toMatchObject({ environments: [{ name: 'staging' }] });
  child.kill('SIGINT');
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect([code, signal]).toEqual([0, null]);
  expect((await lines.next()).value).toBe('The server has ended.');
});
