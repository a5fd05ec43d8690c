// SPDX-License-Identifier: Apache-2.0
// Asks the guest to play a program: ask.mjs PROGRAM [ARGUMENT]...
import { connect } from 'node:net';

const socket = connect('/run/strata-guest.sock');
let answer = '';
socket.on('error', (error) => {
  process.stderr.write(`${process.argv[2]}: the guest does not answer: ${error.message}\n`);
  process.exitCode = 1;
});
socket.on('data', (chunk) => (answer += chunk));
socket.on('end', () => {
  const { code, stdout, stderr } = JSON.parse(answer);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
});
socket.write(`${JSON.stringify(process.argv.slice(2))}\n`);
