// SPDX-License-Identifier: Apache-2.0
// A tenant decides what its VMs answer when the platform's Prometheus, which serves all clusters,
// scrapes them. The program that answers runs in the network of a VM of the demo cluster.
import type { RackSession } from '@strata/sandbox';
import { join } from 'node:path';
import { askPrometheus } from './ask-prometheus.ts';
import { eventually, openSession } from './environment.ts';
import { endsIn } from './packets/isolation-ends.ts';
import { startIn, type Place } from './packets/pod-network.ts';
import { answers, type AnswerName } from './scrapes/answers.ts';

interface Targets {
  readonly activeTargets: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly scrapeUrl: string;
    readonly health: string;
    readonly lastError: string;
    readonly lastScrape: string;
  }[];
}

interface Answer {
  readonly result: readonly { readonly value: readonly [time: number, value: string] }[];
}

/** Health of the target after each answer, and how Prometheus's error begins. */
const verdicts: Readonly<Record<AnswerName, readonly [health: string, error: RegExp]>> = {
  'as many samples as are allowed': ['up', /^$/],
  'what CDI says': ['up', /^$/],
  'a time of its own': ['up', /^$/],
  'too many samples': ['down', /^sample limit exceeded$/],
  'too many bytes': ['down', /^body size limit exceeded$/],
  'too many labels': ['down', /^label_limit exceeded \(metric: .*, limit: 40\)$/],
  'a long label name': ['down', /^label_name_length_limit exceeded .* length: 129, limit: 128\)$/],
  'a long label value': [
    'down',
    /^label_value_length_limit exceeded .* length: 513, limit: 512\)$/,
  ],
};

const names = Object.keys(answers) as AnswerName[];

let session: RackSession;
let machines: readonly Place[] = [];
beforeAll(async () => {
  session = await openSession();
  const ends = await endsIn(session, 'cluster-demo', ({ metadata }) =>
    Object.hasOwn(metadata.labels ?? {}, 'vm.kubevirt.io/name'),
  );
  machines = ends.flatMap(({ place }) => (place === undefined ? [] : [place]));
});

/** Returns how many series of a name Prometheus has now. */
async function countSeries(metric: string): Promise<number> {
  const query = encodeURIComponent(`count(${metric}{job="user-cluster-machines"})`);
  const { result } = await askPrometheus<Answer>(session, `query?query=${query}`);
  return Number(result[0]?.value[1] ?? 0);
}

/** Lets a VM give one answer until Prometheus has judged it as `verdicts` says. */
async function giveAnswer(machine: Place, name: AnswerName): Promise<void> {
  const program = join(import.meta.dirname, 'scrapes/answer-scrapes.ts');
  const listener = await startIn(session, machine, [program, name]);
  const begun = Date.now();
  const [health, error] = verdicts[name];
  const url = `http://${machine.addresses[0]}:9100/metrics`;
  let found: Targets['activeTargets'][number] | undefined;
  try {
    await eventually(`${name}: a scrape is ${health}`, async () => {
      const { activeTargets } = await askPrometheus<Targets>(session, 'targets?state=active');
      found = activeTargets.find(({ scrapeUrl }) => scrapeUrl === url);
      if (found === undefined || Date.parse(found.lastScrape) < begun) return false;
      return found.health === health && error.test(found.lastError);
    });
  } catch (cause) {
    throw new Error(`the target is ${JSON.stringify(found)}`, { cause });
  } finally {
    await listener.stop();
  }
}

// Proves: access.node-metrics, monitoring.inside-vms
test('a VM that answers a scrape with too much is refused, and its answer is not stored', async () => {
  expect(machines.length).toBeGreaterThanOrEqual(3);
  // Each VM gives its answers one after the other, all VMs at once.
  await Promise.all(
    machines.map(async (machine, index) => {
      const own = names.filter((_, position) => position % machines.length === index);
      for (const name of own) await giveAnswer(machine, name);
    }),
  );
  expect(await countSeries('node_tenant_flood')).toBe(0);
});

// Proves: access.node-metrics
test('what is within the limits is stored with the time of the scrape', async () => {
  const [machine] = machines;
  if (machine === undefined) throw new Error('no VM');
  await giveAnswer(machine, 'as many samples as are allowed');
  expect(await countSeries('node_tenant_fine')).toBe(5_000);
  await giveAnswer(machine, 'a time of its own');
  expect(await countSeries('node_tenant_future')).toBe(1);
});

// Proves: access.node-metrics
test('what passes for a series of the platform is not stored', async () => {
  const [machine] = machines;
  if (machine === undefined) throw new Error('no VM');
  await giveAnswer(machine, 'what CDI says');
  expect(await countSeries('node_tenant_other')).toBe(1);
  expect(await countSeries('kubevirt_cdi_cr_ready')).toBe(0);
});
