// SPDX-License-Identifier: Apache-2.0
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from './process-identity.ts';
import { formatIdentity, ownIdentity, parseIdentity, stateOf } from './process-identity.ts';
import { ToolchainError } from './toolchain-error.ts';

const infix = '.building-';
/**
 * Milliseconds between two touches of a claim. A claim of another boot or container counts as alive
 * while its owner keeps touching it.
 */
const heartbeatMs = 5_000;
const foreignStaleMs = 60_000;
/**
 * Times that the first of several claims, in the order of their names, looks whether the others have given way, and
 * milliseconds between two looks.
 */
const looks = 10;
const lookMs = 50;

/** Counter that tells the claims of one process apart, and those of one attempt from those of the next. */
let sequence = 0;

/**
 * Right to make one folder, of the cache for instance: a temporary sibling folder named after its owner. It is
 * both the lock and the workplace, so a killed owner leaves nothing else behind. No two owners ever
 * share a name, so removing a dead owner's folder cannot remove a living one's.
 */
export interface Claim {
  readonly folder: string;
  /** Removes the folder and gives the right back. */
  readonly release: () => Promise<void>;
}

export interface ClaimOptions {
  /** Asked before each attempt; true when another process has finished the work meanwhile. */
  readonly isDone: () => Promise<boolean>;
  /** Called about once a second while another process holds the claim. */
  readonly onWait?: (pid: number, seconds: number) => void;
  readonly signal?: AbortSignal;
  /** @default 3600 */
  readonly timeoutSeconds?: number;
}

interface FoundClaim {
  readonly path: string;
  readonly target: string;
  readonly owner: ProcessIdentity;
}

async function claimsIn(folder: string): Promise<FoundClaim[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const [target, identity] = name.split(infix);
    const owner = identity === undefined ? undefined : parseIdentity(identity.split('.')[0] ?? '');
    return target && owner ? [{ path: join(folder, name), target, owner }] : [];
  });
}

async function isAlive(claim: FoundClaim): Promise<boolean> {
  const state = stateOf(claim.owner);
  if (state !== 'unknown') return state === 'alive';
  const age = await stat(claim.path).then(
    (found) => Date.now() - found.mtimeMs,
    () => Infinity,
  );
  return age < foreignStaleMs;
}

/** Removes the claims that dead owners left in a folder. */
export async function clearDeadClaims(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const claim of await claimsIn(folder)) {
    if (await isAlive(claim)) continue;
    // A program that the killed owner had started may still write.
    await rm(claim.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Returns the claim of another living process on the same target, if there is one. */
async function rival(target: string, own: string): Promise<FoundClaim | undefined> {
  for (const claim of await claimsIn(dirname(target))) {
    if (claim.target !== basename(target) || claim.path === own) continue;
    if (await isAlive(claim)) return claim;
  }
  return undefined;
}

/**
 * Returns the claim of another living process that keeps it. Of processes that claim at the same moment, the one
 * whose name comes first waits here until the others have given way, so one of them gets the claim at once.
 */
async function keepingRival(target: string, own: string): Promise<FoundClaim | undefined> {
  let other = await rival(target, own);
  for (let look = 0; other && own < other.path && look < looks; look += 1) {
    await sleep(lookMs);
    other = await rival(target, own);
  }
  return other;
}

/** Returns why a claim that was announced is given up, which it then is; undefined for one that is kept. */
async function reasonToGiveUp(
  target: string,
  own: string,
  isDone: ClaimOptions['isDone'],
): Promise<'done' | 'rival' | undefined> {
  let isKept = false;
  try {
    if (await keepingRival(target, own)) return 'rival';
    if (await isDone()) return 'done';
    isKept = true;
    return undefined;
  } finally {
    if (!isKept) await rm(own, { recursive: true, force: true });
  }
}

/** Returns the process id of a living process that has claimed a target; undefined if none has. */
export async function claimantOf(target: string): Promise<number | undefined> {
  return (await rival(target, ''))?.owner.pid;
}

function hold(folder: string): Claim {
  const beat = setInterval(() => {
    const now = new Date();
    // Only readers in other containers use the time; one missed touch does no harm.
    utimes(folder, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  return {
    folder,
    release: async () => {
      clearInterval(beat);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Waits for the right to make the folder `target`, which does not exist yet.
 *
 * @returns the claim, or undefined when `isDone` became true.
 * @throws ToolchainError when another process keeps the claim longer than the timeout.
 */
export async function claim(target: string, options: ClaimOptions): Promise<Claim | undefined> {
  const { isDone, onWait, signal, timeoutSeconds = 3600 } = options;
  const begin = Date.now();
  await mkdir(dirname(target), { recursive: true });
  for (;;) {
    signal?.throwIfAborted();
    if (await isDone()) return undefined;
    // Announce the claim first, then look for others: if two processes do so, at least one sees the
    // other.
    const own = `${target}${infix}${formatIdentity(ownIdentity())}.${++sequence}`;
    await mkdir(own);
    const found = await reasonToGiveUp(target, own, isDone);
    if (found === undefined) return hold(own);
    if (found === 'done') continue;
    // On a busy computer all that claim at the same moment may give way. The last of them sees nobody here.
    await sleep(lookMs, undefined, { signal });
    const other = await rival(target, own);
    if (!other) continue;
    const seconds = Math.round((Date.now() - begin) / 1000);
    if (seconds >= timeoutSeconds) {
      throw new ToolchainError(
        `Process ${other.owner.pid} has been making ${basename(target)} for too long ` +
          `(${other.path}); stop that process and run again.`,
      );
    }
    onWait?.(other.owner.pid, seconds);
    // The random part spreads the attempts of many processes that wait for the same claim.
    await sleep(500 + Math.random() * 1000, undefined, { signal });
  }
}
