// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kubectlJson } from '../environment.ts';
import type { Attempt, Outcome } from './attempts.ts';

const listenProgram = join(import.meta.dirname, 'listen.ts');
const connectProgram = join(import.meta.dirname, 'connect.ts');

/** How long a listener may take to start, in milliseconds. */
const startLimit = 60_000;

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status: { readonly podIPs?: readonly { readonly ip: string }[] };
}

/** Somebody who opens connections: a pod's network, or that of the rack and its hosts. */
export interface Place {
  readonly name: string;
  /** Command line that runs a program there. */
  readonly enter: readonly string[];
  /** IPv4 first. */
  readonly addresses: readonly string[];
}

/** The hosts' own network, with the API server in it. */
export const hosts: Place = { name: 'hosts', enter: [], addresses: ['10.244.255.254'] };

/** The network of a pod that runs as processes. */
export async function placeOf(
  session: RackSession,
  namespace: string,
  pod: string,
): Promise<Place> {
  const found = await kubectlJson<Pod>(session, ['get', 'pod', pod, '-n', namespace]);
  return podPlace(found);
}

/** The same, of a pod that was read before. */
export function podPlace({ metadata: { name, uid }, status }: Pod): Place {
  // As tools/sandbox/src/kubelet/pod-network.ts names it.
  const network = `p${uid.replaceAll('-', '').slice(0, 12)}`;
  return {
    name,
    enter: ['ip', 'netns', 'exec', network],
    addresses: (status.podIPs ?? []).map(({ ip }) => ip),
  };
}

/** Tries connections from a place, all at once. */
export async function connectFrom(
  session: RackSession,
  { enter }: Place,
  attempts: readonly Attempt[],
): Promise<Outcome[]> {
  const command = [...enter, process.execPath, connectProgram, JSON.stringify(attempts)];
  const { code, stdout, stderr } = await session.capture(command, { env: quiet });
  if (code !== 0) throw new Error(`${command.slice(0, 5).join(' ')} failed:\n${stderr}`);
  return JSON.parse(stdout) as Outcome[];
}

const quiet = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };

/** A program that listens in a place. */
export interface Listener {
  /** A line for each client so far, such as `UDP 53 10.244.128.7`. */
  readonly clients: readonly string[];
  readonly stop: () => Promise<void>;
}

/** @param ports - such as `TCP:22` */
export function listenIn(
  session: RackSession,
  place: Place,
  ports: readonly string[],
): Promise<Listener> {
  return startIn(session, place, [listenProgram, ...ports]);
}

/**
 * Starts a program of these tests in a place, and waits until it prints "ready".
 *
 * @param command - path of the program, a TypeScript file, and its arguments
 */
export async function startIn(
  session: RackSession,
  { enter, name }: Place,
  command: readonly string[],
): Promise<Listener> {
  const [file = '', ...args] = session.commandLine([...enter, process.execPath, ...command]);
  const child = spawn(file, args, {
    env: { ...session.env, ...quiet },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(child, 'exit');
  const lines = () => text.trimEnd().split('\n');
  const deadline = Date.now() + startLimit;
  while (!lines().includes('ready')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`no listener in ${name}`);
    await sleep(50);
  }
  return {
    get clients() {
      return lines().filter((line) => line !== 'ready');
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
