// SPDX-License-Identifier: Apache-2.0
// A program that tries many connections at once from where it runs. It prints a JSON list, in the order
// of the attempts: what the other side sent first ("" for nothing), or why there is no connection.
// usage: connect.ts '[{"protocol":"TCP","address":"10.244.128.7","port":22}, ...]'
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import type { Attempt, Outcome } from './attempts.ts';

/** How long an answer is waited for, in milliseconds: a lost first packet is sent again after 1 s. */
const limit = 4_000;

/** How long a server may take to say the first word, in milliseconds. */
const firstWord = 500;

/** When a datagram is sent again, in milliseconds. */
const again = 700;

function tryTcp({ address, port, localAddress }: Attempt): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, ...(localAddress && { localAddress }) });
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    let timer = setTimeout(() => end({ failure: 'timeout' }), limit);
    socket.once('connect', () => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ answer: '' }), firstWord);
    });
    socket.once('data', (data) => end({ answer: data.toString() }));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end({ failure: code ?? 'error' }));
  });
}

function tryUdp({ address, port, localAddress }: Attempt): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const end = (outcome: Outcome) => {
      clearInterval(sending);
      clearTimeout(timer);
      socket.close(() => resolve(outcome));
    };
    const send = () => socket.send('who am I', port, address, (error) => fail(error));
    const fail = (error: NodeJS.ErrnoException | null) => {
      if (error) end({ failure: error.code ?? 'error' });
    };
    const sending = setInterval(send, again);
    const timer = setTimeout(() => end({ failure: 'timeout' }), limit);
    socket.once('message', (data) => end({ answer: data.toString() }));
    socket.once('error', fail);
    socket.bind({ port: 0, ...(localAddress !== undefined && { address: localAddress }) }, send);
  });
}

const attempts = JSON.parse(process.argv[2] ?? '[]') as readonly Attempt[];
const outcomes = await Promise.all(
  attempts.map((attempt) => (attempt.protocol === 'UDP' ? tryUdp(attempt) : tryTcp(attempt))),
);
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
