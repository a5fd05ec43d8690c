// SPDX-License-Identifier: Apache-2.0
import { createConnection } from 'node:net';

/**
 * Sends one command to a machine's QEMU, and waits until QEMU accepts it.
 *
 * @param socket - path of the socket of its monitor.
 * @see https://www.qemu.org/docs/master/interop/qmp-spec.html
 */
export async function sendToMonitor(socket: string, command: string): Promise<void> {
  const connection = createConnection(socket);
  const send = (execute: string) => connection.write(`${JSON.stringify({ execute })}\n`);
  try {
    await new Promise<void>((done, reject) => {
      let answers = 0;
      let rest = '';
      connection.once('error', reject);
      connection.on('data', (chunk) => {
        const lines = (rest + chunk.toString()).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const { error, return: taken } = JSON.parse(line) as { error?: object; return?: object };
          if (error) reject(new Error(`QEMU refused ${command}: ${JSON.stringify(error)}`));
          // The first answer belongs to the negotiation, which must come before all commands.
          if (taken !== undefined && ++answers === 1) send(command);
          if (answers === 2) done();
        }
      });
      send('qmp_capabilities');
    });
  } finally {
    connection.destroy();
  }
}
