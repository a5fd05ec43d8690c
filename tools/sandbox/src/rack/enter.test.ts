// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { canHoldRack, systemPath } from './requirements.ts';

(canHoldRack() ? test : test.skip)('nothing goes on where nsenter cannot be started', () => {
  const program = `
      const { enterRack } = await import('${new URL('enter.ts', import.meta.url).href}');
      const options = { supervisorPid: process.pid, command: ['true'], env: process.env };
      await enterRack(options).catch(({ code, syscall }) => console.log(syscall, code));
    `;
  // Hides the machine's nsenter, so that it cannot be executed.
  const hide = 'mount --bind /dev/null "$(command -v nsenter)" && exec "$@"';
  const { stdout, stderr, signal } = spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      '--kill-child',
      '--fork',
      'sh',
      '-c',
      hide,
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      program,
    ],
    { env: { PATH: systemPath() }, encoding: 'utf8', timeout: 15_000, killSignal: 'SIGKILL' },
  );
  expect({ stdout, stderr, signal }).toEqual({
    stdout: 'spawn nsenter EACCES\n',
    stderr: '',
    signal: null,
  });
});
