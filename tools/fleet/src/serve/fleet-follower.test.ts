// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedFleet } from '../change-model.ts';
import { commitAll } from '../testing/commits.ts';
import { TestRepository } from '../testing/test-repository.ts';
import { FleetFollower } from './fleet-follower.ts';
import type { FollowOptions } from './fleet-follower.ts';

const file = 'stacks/kubevirt-stack/Pulumi.staging.yaml';

let repository: TestRepository;
let problems: string[];
beforeEach(() => {
  repository = new TestRepository();
  problems = [];
});
afterEach(() => repository[Symbol.dispose]());

/** Follows staging, and resolves when the fleet is as wanted. */
function follow(options: Partial<FollowOptions> = {}) {
  let changed = (): void => undefined;
  const follower = new FleetFollower({
    root: repository.root,
    environments: ['staging'],
    seconds: 3_600,
    onChange: () => changed(),
    onProblem: (reason) => problems.push(reason),
    ...options,
  });
  const until = (isWanted: (fleet: ComparedFleet) => boolean) =>
    new Promise<ComparedFleet>((resolve) => {
      changed = () => {
        if (isWanted(follower.fleet)) resolve(follower.fleet);
      };
      changed();
    });
  return { follower, until };
}

const releaseOf = ({ environments }: ComparedFleet) => environments[0]?.platform.value?.release;

const setRelease = (release: string) =>
  repository.change(file, (config) => (config['kubevirt-stack:release'] = release));

test('reads files again when they change', async () => {
  setRelease('v1.7');
  const { follower, until } = follow();
  using disposed = follower;
  expect(releaseOf(disposed.fleet)).toBe('v1.7');
  setRelease('v1.8');
  expect(releaseOf(await until((fleet) => releaseOf(fleet) === 'v1.8'))).toBe('v1.8');
  expect(problems).toEqual([]);
});

test('an environment that goes leaves the fleet as it was, and is named as a problem', async () => {
  const { follower, until } = follow();
  using disposed = follower;
  const name = disposed.fleet.environments[0]?.name;
  for (const program of ['infra', 'kubevirt-stack']) {
    repository.remove(`stacks/${program}/Pulumi.staging.yaml`);
  }
  for (const folder of ['address-plan', 'blast-radius', 'capacity', 'drift', 'infra-facts']) {
    repository.remove(`stacks/${folder}/staging.yaml`);
  }
  repository.remove('stacks/policies/staging.json');
  repository.remove('stacks/user-cluster/Pulumi.staging.shop.yaml');
  const fleet = await until(({ isOutdated }) => isOutdated === true);
  expect(fleet.environments.map((one) => one.name)).toEqual([name]);
  expect(problems[0]).toMatch(/^there is no environment "staging"/);
});

test('a file that is no YAML does not end it, and the next good one is shown', async () => {
  const { follower, until } = follow();
  using disposed = follower;
  const before = releaseOf(disposed.fleet);
  writeFileSync(join(repository.root, file), 'config: {');
  await until((fleet) => fleet.isOutdated === true || releaseOf(fleet) === undefined);
  setReleaseAnew(before ?? '');
  const after = await until((fleet) => releaseOf(fleet) === before && fleet.isOutdated !== true);
  expect(after.isOutdated).toBeUndefined();
});

/** Writes the whole file, for one that cannot be read. */
function setReleaseAnew(release: string) {
  using fresh = new TestRepository();
  const content = fresh.read(file);
  repository.write(file, {
    ...content,
    config: { ...(content.config as object), 'kubevirt-stack:release': release },
  });
}

test('a commit changes the version of files that stay as they are', async () => {
  const first = commitAll(repository.root);
  const { follower, until } = follow({ seconds: 0.1 });
  using disposed = follower;
  expect(disposed.fleet.files).toEqual({ commit: first, isChanged: false });
  repository.write('notes.yaml', { outside: 'stacks' });
  const second = commitAll(repository.root);
  const { files } = await until((fleet) => fleet.files?.commit !== first);
  expect(files).toEqual({ commit: second, isChanged: false });
});

test('reads clusters again and again, and one reading ends before the next begins', async () => {
  let running = 0;
  let most = 0;
  let reading = 0;
  const live = {
    read: async (names: readonly string[]) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      reading += 1;
      const at = new Date().toISOString();
      return names.map((name) => ({ name, at, problem: `reading ${reading}` }));
    },
  };
  const { follower, until } = follow({ live, seconds: 0.01 });
  using disposed = follower;
  expect(disposed.fleet.live).toMatchObject([{ name: 'staging', problem: 'it is being read' }]);
  const fleet = await until((one) => one.live?.[0]?.problem === 'reading 3');
  expect(fleet.live).toMatchObject([{ name: 'staging' }]);
  expect(most).toBe(1);
});

test('what is being read at its end is left out, and nothing is read afterwards', async () => {
  let readings = 0;
  const live = {
    read: async () => {
      readings += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [];
    },
  };
  const { follower } = follow({ live, seconds: 0.01 });
  follower[Symbol.dispose]();
  setRelease('v1.7');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(readings).toBe(1);
  expect(follower.fleet.live).toMatchObject([{ problem: 'it is being read' }]);
  expect(releaseOf(follower.fleet)).not.toBe('v1.7');
});
