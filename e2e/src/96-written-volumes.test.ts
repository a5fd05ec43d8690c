// SPDX-License-Identifier: Apache-2.0
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apply } from './apply.ts';
import { changedConfig, type Change } from './changed-config.ts';
import { eventually, kubectlJson, openSession, pulumi, stacks, type List } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { ownSandbox } from './own-sandbox.ts';
import { initializeStack, updatePlatform } from './platform-releases.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';
import { SeenMoves, type SeenObject } from './written-volumes/seen-moves.ts';
import {
  readWrittenVolume,
  writePause,
  writerScript,
  type WrittenVolume,
} from './written-volumes/written-volume.ts';

/** Machines of the pool, and programs that write: one on each machine. */
const count = 5;

/** How long a program may write nothing while nobody moves it, in milliseconds: on a busy machine. */
const longestPause = 15_000;

/** How long the API of the user cluster may be away at a time, in milliseconds. */
const longestOutage = 60_000;

/** How long one may be away while its machine is replaced, in milliseconds. */
const longestMove = 180_000;

/** How much later than the cordon its mark may stand on a node, in milliseconds: on a busy machine. */
const longestMark = 5_000;

/** A sandbox of its own: this one runs the Kubernetes minor that all releases support. */
const sandbox = ownSandbox('written');
const { dir, instance } = sandbox;

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  const releases = ['v1.7', 'v1.8', 'v1.9'];
  await sandbox.up({ kubernetes: '1.34', guestKubernetes: ['1.35'], releases });
  session = await openSession(instance);
  await updateStack(instance, session, stacks.infra, silentReport);
  await initializeStack(session, stacks.platform);
  await updatePlatform(session, dir, 'v1.7');
  await initializeStack(session, stacks.demo);
  await updateDemo();
  user = await userOf(session, stacks.demo, instance);
  await startPrograms();
}, 900_000);
afterAll(sandbox.remove);

/** The demo with five workers. */
const five: Change = ['      replicas: 2\n', `      replicas: ${count}\n`];

async function updateDemo(...changes: readonly Change[]): Promise<void> {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, five, ...changes);
  const up = ['up', '--yes', '--skip-preview', '--config-file', file];
  expectSuccess(await pulumi(session, stacks.demo, up));
}

const names = Array.from({ length: count }, (_, index) => `writer-${index}`);
const claimOf = (name: string) => `data-${name}`;

/** A program and its volume on each machine. The claims come first, so that each pod finds its own bound. */
async function startPrograms(): Promise<void> {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  };
  const claims = names.map((name) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimOf(name) },
    spec,
  }));
  await apply(session, claims, user.kubeconfig);
  const bound = '--for=jsonpath={.status.phase}=Bound';
  await user.kubectl(
    'wait',
    ...names.map((name) => `pvc/${claimOf(name)}`),
    bound,
    '--timeout=180s',
  );
  const labels = { app: 'writer' };
  const apart = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } };
  await apply(
    session,
    [
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'writer' },
        spec: {
          replicas: count,
          podManagementPolicy: 'Parallel',
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              affinity: {
                podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] },
              },
              containers: [
                {
                  name: 'writer',
                  image: 'registry.example.org/writer',
                  command: ['sh', '-c', writerScript('/data/log')],
                  volumeMounts: [{ name: 'data', mountPath: '/data' }],
                },
              ],
            },
          },
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
        },
      },
    ],
    user.kubeconfig,
  );
  await allRun();
  await eventually('every program writes', async () =>
    [...(await written()).values()].every((text) => readWrittenVolume(text).numbers.length > 0),
  );
}

const allRun = () => user.kubectl('rollout', 'status', 'statefulset/writer', '--timeout=300s');

interface Claim {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly volumeName: string };
}

/** The text on each program's volume, read where the infra cluster's storage has it. */
async function written(): Promise<ReadonlyMap<string, string>> {
  const own = JSON.parse(await user.kubectl('get', 'pvc', '-o', 'json')) as List<Claim>;
  const infra = await kubectlJson<List<Claim>>(session, ['get', 'pvc', '-n', 'cluster-demo']);
  const volumes = new Map(
    infra.items.map(({ metadata, spec }) => [metadata.name, spec.volumeName]),
  );
  return new Map(
    own.items.map(({ metadata, spec }) => {
      const path = join(dir, 'volumes', volumes.get(spec.volumeName) ?? '', 'files/log');
      return [metadata.name, existsSync(path) ? readFileSync(path, 'utf8') : ''];
    }),
  );
}

/** The consoles of all machines. */
function consoles(): string {
  return readdirSync(instance.logsDir)
    .filter((file) => file.startsWith('guest_cluster-demo_'))
    .map((file) => readFileSync(join(instance.logsDir, file), 'utf8'))
    .join('\n');
}

/**
 * Reads all volumes. Expects that each has all numbers that its program reported as written, and no
 * number twice.
 *
 * @param before - volumes of before: pauses and moves are those since then. @default all
 */
async function complete(before: readonly WrittenVolume[] = []): Promise<readonly WrittenVolume[]> {
  const said = consoles();
  const texts = await written();
  expect(texts.size).toBe(count);
  expect(said).not.toContain('Input/output error');
  return names.map((name, index) => {
    const line = new RegExp(`pod default/${name}: wrote (\\d+)$`, 'gm');
    const promised = [...said.matchAll(line)].map(([, number]) => Number(number));
    const text = texts.get(claimOf(name)) ?? '';
    const found = readWrittenVolume(text, before[index]?.numbers.length);
    expect(found.numbers).toEqual(found.numbers.map((_, at) => at + 1));
    expect(promised.length).toBeGreaterThan(0);
    expect(new Set(promised).size).toBe(promised.length);
    expect(Math.max(...promised)).toBeLessThanOrEqual(found.numbers.length);
    return found;
  });
}

/**
 * Watches nodes and programs of the user cluster while work is done. Its API may be away for a while, as it
 * has one control-plane machine, which KubeVirt may move after an update of the platform.
 */
async function watching(work: () => Promise<void>): Promise<SeenMoves> {
  const moves = new SeenMoves();
  const done = new AbortController();
  const watch = (async () => {
    let answered = Date.now();
    while (!done.signal.aborted) {
      const at = Date.now();
      try {
        const found = await user.kubectl('get', 'nodes,pods', '-o', 'json');
        moves.see((JSON.parse(found) as List<SeenObject>).items, at);
        answered = at;
      } catch (error) {
        if (at - answered > longestOutage) throw error;
        console.info(`no answer of the API for ${at - answered} ms: ${(error as Error).message}`);
      }
      await sleep(500);
    }
  })();
  try {
    await work();
  } finally {
    done.abort();
    await watch;
  }
  return moves;
}

/** Times of one roll, in milliseconds; of all programs the longest. */
interface Times {
  /** Between two lines of a program that nobody moves. */
  readonly pause: number;
  /** Without a line, while its machine is replaced. */
  readonly away: number;
  /** From the cordon of its machine to its first line on another. */
  readonly move: number;
}

/**
 * Returns the times of a roll. Expects that each program wrote until its own machine was cordoned, and
 * that no line was late by more than that machine's own move.
 */
function timesOf(volumes: readonly WrittenVolume[], seen: SeenMoves): Times {
  const times = volumes.map(({ longestPause: pause, moves }, index): Times => {
    const own = moves.map((gap) => {
      const move = seen.own(names[index] ?? '', gap);
      expect(move).toBeDefined();
      const { from = Infinity, to = 0 } = move ?? {};
      // The last line stands there before the cordon by at most the time between two lines.
      expect(from - gap.from).toBeLessThan(writePause + pause + longestMark);
      return { away: gap.to - gap.from, move: to - from };
    });
    const longestOf = (key: 'away' | 'move') => Math.max(...own.map((one) => one[key]));
    expect(own.length).toBeGreaterThan(0);
    expect(pause).toBeLessThan(longestOf('move'));
    return { pause, away: longestOf('away'), move: longestOf('move') };
  });
  const longest = (key: keyof Times) => Math.max(...times.map((one) => one[key]));
  return { pause: longest('pause'), away: longest('away'), move: longest('move') };
}

/** Rows for docs/runbooks/upgrade-platform.md, for whoever reads the run. */
const measured = [
  '| release | lines of the five programs | longest pause | longest time away | longest move |',
  '| ------- | -------------------------- | ------------- | ----------------- | ------------ |',
];
afterAll(() => console.info(measured.join('\n')));

// Proves: machines.rolling, volumes.not-undone, drains-and-updates.max-unavailable
test.each(['v1.7', 'v1.8', 'v1.9'])(
  'on %s five machines are replaced while a program writes on each, no line is lost, and none is late by more than the move of its own machine',
  async (release) => {
    if (release !== 'v1.7') {
      const before = await written();
      const starts = (await complete()).map((one) => one.starts);
      await updatePlatform(session, dir, release);
      // The update itself moves nobody, and leaves every byte as it was.
      const after = await written();
      expect((await complete()).map((one) => one.starts)).toEqual(starts);
      for (const [name, text] of before) expect(after.get(name)?.startsWith(text)).toBe(true);
    }
    const before = await complete();
    const label = `      labels:\n        release: ${release.replace('.', '-')}\n`;
    const seen = await watching(async () => {
      await updateDemo([`      replicas: ${count}\n`, `      replicas: ${count}\n${label}`]);
      await allRun();
      await eventually('every program was started again, and writes', async () => {
        const found = [...(await written()).values()].map((text) => readWrittenVolume(text));
        return found.every(
          ({ numbers, starts }, index) =>
            starts > (before[index]?.starts ?? Infinity) &&
            numbers.length > (before[index]?.numbers.length ?? Infinity),
        );
      });
    });
    const after = await complete(before);
    const { pause, away, move } = timesOf(after, seen);
    const lines = after.map(
      ({ numbers }, at) => numbers.length - (before[at]?.numbers.length ?? 0),
    );
    const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
    measured.push(
      `| ${release} | ${lines.join(', ')} | ${[pause, away, move].map(seconds).join(' | ')} |`,
    );
    expect(pause).toBeLessThan(longestPause);
    expect(away).toBeLessThan(longestMove);
  },
  1_800_000,
);
