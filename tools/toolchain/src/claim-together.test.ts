// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { claim } from './claim.ts';
import { formatIdentity, ownIdentity } from './process-identity.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'strata-claim-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('is given to the last of several that have all given way, without a wait', async () => {
  const target = join(folder, 'a');
  // Its name comes last, and a busy computer lets it look only after the other one has stopped waiting for it.
  const late = `${target}.building-${formatIdentity(ownIdentity())}.999`;
  await mkdir(late);
  const isOwn = (name: string) => name.startsWith(basename(target)) && name !== basename(late);
  let first: string | undefined;
  // Both see each other until this one gives way; then the late one does, too.
  const seeing = setInterval(() => {
    const own = readdirSync(folder).filter(isOwn);
    first ??= own[0];
    if (first !== undefined && own.length === 0) rmSync(late, { recursive: true, force: true });
  }, 1);
  try {
    const held = await claim(target, {
      isDone: () => Promise.resolve(false),
      onWait: () => {
        throw new Error('another one has it');
      },
    });
    expect(existsSync(late)).toBe(false);
    // No name comes back, for somebody who took its claim for a dead one may be about to remove it.
    expect(basename(held?.folder ?? '')).not.toBe(first);
    await held?.release();
  } finally {
    clearInterval(seeing);
  }
  expect(await readdir(folder)).toEqual([]);
});
