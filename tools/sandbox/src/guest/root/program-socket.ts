// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { play, type Played } from './played-programs.ts';

/** Serves the calls of `image/ask.mjs`: one line of JSON in, one answer out. */
export async function serveProgramsAt(played: Played): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      asked += chunk.toString();
      if (!asked.endsWith('\n')) return;
      void play(JSON.parse(asked) as string[], played)
        .catch((error: unknown) => ({ code: 1, stdout: '', stderr: `${String(error)}\n` }))
        .then((answer) => socket.end(JSON.stringify(answer)));
    });
  });
  // A socket's path may have 107 bytes, and state folders are deep: use a path relative to its
  // folder.
  process.chdir(join(played.root, 'run'));
  await new Promise<void>((resolve) => server.listen('strata-guest.sock', resolve));
  return server;
}
