// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { alertGroups, renderRules, testAlertContext } from '@strata/kubevirt-stack/alerts';
import { recordedWork, ResourceLife } from '@strata/strata-provider/testing';
import { named, recordProgram } from '@strata/testing';
import { ensureToolchain } from '@strata/toolchain';
import { UserCluster } from '@strata/user-cluster';
import { testContext } from '@strata/user-cluster/test-context';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openWorkspace } from '../run/workspace.ts';
import type { Workspace } from '../run/workspace.ts';
import { NoteRepository } from '../testing/note-stacks.ts';
import { chooseStacks } from './choose-stacks.ts';

// The program, the lifecycles of its keys, the choice of stacks, the rules and the alert are real;
// the clock is the test's, and Pulumi's history is a file. promtool decides which alerts fire.
jest.setTimeout(1_800_000);

const run = promisify(execFile);
const day = 86_400;
const building = 1_200_000;

/**
 * First day of the test: promtool's clock begins in 1970, and certificates are valid from an hour
 * before they are made.
 */
const firstDay = 1;

interface Rule {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
type Values = Record<string, unknown>;

/** Cluster whose keys are updated as Pulumi would: check, diff, then create, update or nothing. */
class AgingCluster {
  readonly #work = recordedWork(new Date(firstDay * day * 1_000).toISOString());
  readonly #lives = new Map<string, { life: ResourceLife; outputs: Values }>();
  /** Days on which each key was made, by the name of its resource. */
  readonly made = new Map<string, number[]>();
  rules: Rules = { groups: [] };

  get now(): Date {
    return this.#work.clock.now();
  }

  get today(): number {
    return this.now.getTime() / 1_000 / day;
  }

  async passDay(): Promise<void> {
    await this.#work.clock.sleep(day * 1_000, this.#work.signal);
  }

  async up(): Promise<void> {
    const context = testContext(
      {
        cni: { type: 'none' },
        kubernetes: {
          version: '1.35.4',
          podCidr: '10.100.0.0/16',
          serviceCidr: '10.101.0.0/16',
          kubeconfigs: [{ name: 'ann', role: 'view' }],
        },
      },
      {},
      'shop',
    );
    const recording = await recordProgram(
      () =>
        new UserCluster('shop', {
          ...context,
          infraKubeconfig: pulumi.secret('infra'),
          manifests: {},
        }),
      {
        outputs: (type, name, inputs) =>
          type.startsWith('strata:keys:') ? this.#bringUp(type, name, inputs) : {},
      },
    );
    this.rules = named(recording, 'shop-services-credentials').inputs.spec as Rules;
  }

  /** Returns the expiry of each key, in days since 1970, by the name of its resource. */
  ends(): Map<string, number> {
    const dates = [...this.#lives].flatMap(([name, { outputs }]) => {
      const end = outputs.notAfter ?? outputs.expiration;
      return typeof end === 'string' ? [[name, Date.parse(end) / 1_000 / day] as const] : [];
    });
    return new Map(dates);
  }

  async #bringUp(type: string, name: string, inputs: Values): Promise<Values> {
    const known = this.#lives.get(name);
    const changes = known?.life.changes(inputs) ?? [];
    if (known !== undefined && changes.length === 0) return known.outputs;
    const isNew = known === undefined || changes.some((change) => change.endsWith('*'));
    const life = isNew ? new ResourceLife(type, this.#work) : known.life;
    const { outputs } = await (isNew ? life.create(inputs) : life.update(inputs));
    this.#lives.set(name, { life, outputs });
    this.made.set(name, [...(this.made.get(name) ?? []), this.today]);
    return outputs;
  }
}

const repository = new NoteRepository();
const answers = mkdtempSync(join(tmpdir(), 'pulumi-answers-'));
let promtool: string;

beforeAll(async () => {
  repository.addProgram('user-cluster');
  repository.configure('user-cluster/prod.shop', { a: { text: 'one' } });
  repository.commit();
  const script = `#!/bin/sh\nexec cat "${answers}/$2.json"\n`;
  mkdirSync(join(answers, 'bin'));
  writeFileSync(join(answers, 'bin/pulumi'), script);
  chmodSync(join(answers, 'bin/pulumi'), 0o755);
  const toolchain = await ensureToolchain({ tools: ['prometheus'] });
  promtool = toolchain.get('prometheus', 'promtool').path;
}, building);
afterAll(() => {
  repository.remove();
  rmSync(answers, { recursive: true });
});

/** Sets what `pulumi stack history` and `pulumi stack ls` report about a stack from now on. */
function recordUpdate(endTime: string): void {
  const environment = { 'git.head': repository.git('rev-parse', 'HEAD') };
  const update = { kind: 'update', result: 'succeeded', endTime, environment };
  writeFileSync(join(answers, 'history.json'), JSON.stringify([update]));
  writeFileSync(
    join(answers, 'ls.json'),
    JSON.stringify([{ name: 'prod.shop', lastUpdate: endTime }]),
  );
}

/** Returns the stacks that the schedule would update at a time, with its messages. */
async function due(workspace: Workspace, now: Date): Promise<string[]> {
  const context = {
    workspace,
    env: { ...repository.env, PATH: `${join(answers, 'bin')}:${repository.env.PATH ?? ''}` },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const choice = { parallel: 1, renewAfterDays: 7, now };
  const { chosen } = await chooseStacks(context, workspace.stacks, choice);
  return chosen.map(({ because, stack }) => `${stack.id}: ${because}`);
}

const credentials = [
  'join token',
  'kubeconfig of the stack',
  'kubeconfig of the cloud controller',
  'kubeconfig of the CSI controller',
  'certificates of cp-0',
  'authority of the cluster',
  'authority of etcd',
  'authority of the front proxy',
];

const alert = renderRules(alertGroups, testAlertContext)
  .groups.flatMap(({ rules }) => rules)
  .find((rule) => rule.alert === 'UserClusterCredentialEnding');

interface Series {
  readonly series: string;
  readonly values: string;
}

/** Sequence of days that promtool simulates. */
interface Period {
  /** First day, in days since 1970. */
  readonly start: number;
  readonly series: readonly Series[];
  /** Alerts that fire, by the number of days after the start. */
  readonly firing: ReadonlyMap<number, readonly string[]>;
}

/** Checks with promtool that exactly these alerts of the cluster shop fire. */
async function expectAlerts(recorded: Rules, periods: readonly Period[]): Promise<void> {
  if (alert === undefined) throw new Error('there is no such alert');
  const folder = mkdtempSync(join(tmpdir(), 'strata-ends-'));
  const alerts = { groups: [{ name: 'alerts', rules: [alert] }] };
  writeFileSync(join(folder, 'recorded.yaml'), JSON.stringify(recorded));
  writeFileSync(join(folder, 'alerts.yaml'), JSON.stringify(alerts));
  const rendered = (credential: string) => ({
    exp_labels: { cluster: 'shop', credential, severity: 'warning' },
    exp_annotations: {
      ...alert.annotations,
      summary: `The ${credential} of user cluster shop ends soon`,
    },
  });
  const tests = {
    rule_files: ['recorded.yaml', 'alerts.yaml'],
    evaluation_interval: '1d',
    group_eval_order: [...recorded.groups.map(({ name }) => name), 'alerts'],
    tests: periods.map(({ firing, series, start }) => ({
      interval: '1d',
      start_timestamp: start * day,
      input_series: series,
      alert_rule_test: [...firing].map(([after, names]) => ({
        eval_time: `${after}d`,
        alertname: alert.alert,
        exp_alerts: names.map(rendered),
      })),
    })),
  };
  writeFileSync(join(folder, 'tests.yaml'), JSON.stringify(tests));
  try {
    const { stdout } = await run(promtool, ['test', 'rules', join(folder, 'tests.yaml')]);
    expect(stdout.trim()).toBe('SUCCESS');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const machineMade: Series = {
  series: 'kubevirt_vm_create_date_timestamp_seconds{namespace="cluster-shop",name="cp-0"}',
  values: `${firstDay * day}x400`,
};

/** Returns the rules that contain an expiry, and those that query KubeVirt's metrics. */
function partsOf({ groups }: Rules) {
  const rules = groups.flatMap((group) => group.rules);
  const isMachine = ({ labels }: Rule) => labels.credential === 'certificates of cp-0';
  return { held: rules.filter((rule) => !isMachine(rule)), asked: rules.filter(isMachine) };
}

/** Returns what the rules that contain an expiry record on one day. */
function samplesOf(rules: Rules): [series: string, value: string][] {
  return partsOf(rules).held.map(({ expr, labels, record }) => {
    const value = /^vector\((\d+)\)$/.exec(expr)?.[1];
    if (value === undefined) throw new Error(`no end: ${expr}`);
    const text = Object.entries(labels).map(([key, word]) => `${key}="${word}"`);
    return [`${record}{${text.join(',')}}`, value];
  });
}

// Proves: keys.ends-seen
test('with the schedule, nothing expires and no alert fires when nobody touches a cluster for 400 days', async () => {
  const cluster = new AgingCluster();
  await cluster.up();
  recordUpdate(cluster.now.toISOString());
  const workspace = openWorkspace(repository.folder);
  const words = new Set<string>();
  const updates: number[] = [];
  const ended: string[] = [];
  const samples = new Map<string, string[]>();
  for (let passed = 1; passed <= 400; passed += 1) {
    await cluster.passDay();
    const chosen = await due(workspace, cluster.now);
    if (chosen.length > 0) {
      for (const line of chosen) words.add(line.replace(/\d{4}-\d\d-\d\d/, 'DATE'));
      updates.push(passed);
      await cluster.up();
      recordUpdate(cluster.now.toISOString());
    }
    for (const [name, end] of cluster.ends()) {
      if (end <= cluster.today) ended.push(`${name} on day ${passed}`);
    }
    for (const [series, value] of samplesOf(cluster.rules)) {
      samples.set(series, [...(samples.get(series) ?? []), value]);
    }
  }
  expect(ended).toEqual([]);
  expect([...words]).toEqual([
    'user-cluster/prod.shop: its last update was on DATE, and updates renew its keys',
  ]);
  expect(updates).toEqual(Array.from({ length: 50 }, (_, index) => (index + 1) * 8));
  // A key is made on the first day, then again by the first update within its renewal period.
  const renewals = (name: string) =>
    cluster.made.get(`shop-keys-${name}`)?.map((at) => at - firstDay);
  expect(renewals('token')).toEqual(Array.from({ length: 26 }, (_, index) => index * 16));
  expect(renewals('person-ann-certificate')).toEqual(renewals('token'));
  for (const who of ['admin', 'cloud', 'csi']) {
    expect(renewals(`${who}-certificate`)).toEqual([0, 312]);
  }
  for (const what of ['cluster', 'etcd', 'front-proxy', 'service-account', 'encryption']) {
    expect(renewals(what)).toEqual([0]);
  }
  const given = [...samples].map(([series, values]) => ({
    series,
    values: `_ ${values.join(' ')}`,
  }));
  const days = Array.from({ length: 400 }, (_, index) => [index + 1, []] as const);
  expect(given).toHaveLength(14);
  await expectAlerts({ groups: [{ name: 'recorded', rules: partsOf(cluster.rules).asked }] }, [
    { start: firstDay, series: [...given, machineMade], firing: new Map(days) },
  ]);
});

// Proves: keys.ends-seen
test('without the schedule, an alert names each credential from its warning time before it expires', async () => {
  const cluster = new AgingCluster();
  await cluster.up();
  const life = (name: string) => (cluster.ends().get(`shop-keys-${name}`) ?? 0) - firstDay;
  const kubeconfigs = ['admin', 'cloud', 'csi'].map((who) => life(`${who}-certificate`));
  const authorities = ['cluster', 'etcd', 'front-proxy'].map(life);
  expect([life('token'), ...kubeconfigs, ...authorities]).toEqual([
    30, 365, 365, 365, 3650, 3650, 3650,
  ]);
  // 5 days before 30, 20 before 365, 90 before the 1825 of kubeadm's certificates, 121 before 3650.
  const firing = (count: number) => credentials.slice(0, count);
  const days = [
    [1, 0],
    [24, 0],
    [25, 1],
    [344, 1],
    [345, 4],
    [400, 4],
    [1734, 4],
    [1735, 5],
    [3528, 5],
    [3529, 8],
  ] as const;
  // The rules contain a fixed expiry and no counter, so the alerts of a day depend on no other day.
  await expectAlerts(
    cluster.rules,
    days.map(([passed, count]) => ({
      start: firstDay + passed - 1,
      series: [machineMade],
      firing: new Map([[1, firing(count)]]),
    })),
  );
});
