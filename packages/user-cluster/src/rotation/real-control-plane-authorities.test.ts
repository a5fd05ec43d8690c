// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../backup/testing/backup-run.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { threeMachines } from '../bootstrap/scripts/test-members.ts';
import { Programs } from '../restored/programs.ts';
import { issueClient } from './testing/issue-client.ts';
import { MemberMachine } from './testing/member-machine.ts';
import { MetricsApi, trustPath } from './testing/metrics-api.ts';
import { StackKeys } from './testing/stack-keys.ts';
import type { KeyPhase } from './testing/stack-keys.ts';
import { SteadyClient } from './testing/steady-client.ts';

// Three machines of a control plane, each with the real etcd and API server, which get the certificates and
// the command lines of the real kubeadm, and an aggregated API: the real metrics-server. Machines are replaced
// one after the other; both authorities share the updates.
const patience = 900_000;
const keys = new StackKeys();
const programs = new Programs();
const folder = mkdtempSync(join(tmpdir(), 'real-control-plane-authorities-'));
const { machines: places } = threeMachines(folder);
const lab = { programs, folder, all: places };
const machines = places.map((_, index) => new MemberMachine(index, lab));
const clients: SteadyClient<MemberMachine>[] = [];
let before: KeyPhase;
let metrics: MetricsApi;

const inPhase = (generation: number, phase: string) =>
  keys.of({
    etcdAuthority: { generation, phase },
    frontProxyAuthority: { generation, phase },
  });

const pods = '/api/v1/namespaces/kube-system/pods';

function firstMachine(): MemberMachine {
  const [machine] = machines;
  if (machine === undefined) throw new Error('there is no machine');
  return machine;
}

/** Returns how each machine answers an administrator. */
const statuses = (path: string) =>
  Promise.all(
    machines.map((machine) =>
      machine.ask('GET', path, before.kubeconfig).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      ),
    ),
  );

beforeAll(async () => {
  before = await inPhase(1, 'finish');
  await Promise.all(machines.map((machine) => machine.replace(before)));
  metrics = await MetricsApi.start(
    programs,
    join(folder, 'metrics'),
    firstMachine(),
    before.kubeconfig,
  );
  await eventually(async () => (await statuses(MetricsApi.path)).every((status) => status === 200));
}, patience);

afterAll(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/** Flags of etcdctl with the files of a client, as backups have them in a phase. */
type Login = readonly string[];

async function loginOf({ keys: { etcd } }: KeyPhase, name: string): Promise<Login> {
  const { certificatePem, privateKeyPem } = await issueClient(etcd, 'strata-backup');
  const files = { cacert: etcd.trustedPem, cert: certificatePem, key: privateKeyPem };
  mkdirSync(join(folder, 'logins', name), { recursive: true });
  return Object.entries(files).map(([flag, content]) => {
    const file = join(folder, 'logins', name, `${flag}.pem`);
    writeFileSync(file, content, { mode: 0o600 });
    return `--${flag}=${file}`;
  });
}

const etcdctl = ({ endpoint }: MemberMachine, login: Login, ...command: readonly string[]) =>
  run('etcdctl', [`--endpoints=${endpoint}`, ...login, ...command]);

/** Returns whether etcd on each machine answers a client as it answers the first step of a backup. */
const answersOfEtcd = (login: Login) =>
  Promise.all(
    machines.map(async (machine) => (await etcdctl(machine, login, 'get', 'health')).code),
  );

/** Returns how many authorities aggregated APIs are told to trust as those of the front proxy. */
async function trustedFrontProxies(): Promise<number> {
  const { body } = await firstMachine().ask('GET', trustPath, before.kubeconfig);
  const { data = {} } = JSON.parse(body) as { readonly data?: Record<string, string> };
  return (data['requestheader-client-ca-file'] ?? '').split('BEGIN CERTIFICATE').length - 1;
}

/** Login of each phase, as a backup of that time had it. */
const logins: Record<string, Login> = {};

// Proves: keys.control-plane-authority-rotation
test(
  'through all phases each machine answers from etcd and from an aggregated API, and nobody is refused',
  async () => {
    const asking = (path: string) => (machine: MemberMachine) =>
      machine.ask('GET', path, before.kubeconfig);
    const ofEtcd = new SteadyClient(machines, asking(pods), 'trust');
    const aggregated = new SteadyClient(machines, asking(MetricsApi.path), 'trust');
    clients.push(ofEtcd, aggregated);
    let last = await loginOf(before, 'before');
    logins.before = last;
    for (const phase of ['trust', 'sign', 'finish']) {
      for (const client of clients) client.phase = phase;
      const next = await inPhase(2, phase);
      const login = await loginOf(next, phase);
      logins[phase] = login;
      for (const machine of machines) {
        await machine.replace(next);
        // A backup of the phase before, and one of this phase.
        expect(await answersOfEtcd(last)).toEqual([0, 0, 0]);
        expect(await answersOfEtcd(login)).toEqual([0, 0, 0]);
        expect(await statuses(MetricsApi.path)).toEqual([200, 200, 200]);
      }
      last = login;
    }
    for (const client of clients) await client.stop();
    ofEtcd.print('authorities of the control plane, objects in etcd');
    aggregated.print('authorities of the control plane, aggregated API');
    for (const { seen } of clients) {
      expect([...seen.keys()]).toEqual(['trust', 'sign', 'finish']);
      for (const { answered, failures, whileReplaced } of seen.values()) {
        expect(failures).toEqual([]);
        expect(answered).toBeGreaterThan(20);
        expect(whileReplaced).toBeGreaterThan(0);
      }
    }
  },
  patience,
);

// Proves: keys.control-plane-authority-rotation
test(
  'afterwards etcd refuses a client of the old authority, and a client of before does not trust it either',
  async () => {
    const [old = [], former = []] = [logins.trust, logins.before];
    for (const machine of machines) {
      // It trusts both, and its own certificate is of the old one.
      const refused = await etcdctl(machine, old, 'get', 'health', '--command-timeout=5s');
      expect(refused.code).not.toBe(0);
      expect(machine.etcdSaid).toMatch(
        /"rejected connection on client endpoint".*certificate signed by unknown authority/,
      );
      const untrusted = await etcdctl(machine, former, 'get', 'health', '--command-timeout=5s');
      expect(untrusted.said).toContain('certificate signed by unknown authority');
    }
    expect(await answersOfEtcd(logins.finish ?? [])).toEqual([0, 0, 0]);
  },
  patience,
);

// Proves: keys.control-plane-authority-rotation
test(
  'aggregated APIs trust the old front proxy until the runbook has taken it out of what they trust',
  async () => {
    const { keys: now } = await inPhase(2, 'finish');
    const old = await issueClient(before.keys.frontProxy, 'front-proxy-client');
    const present = await issueClient(now.frontProxy, 'front-proxy-client');
    expect(await trustedFrontProxies()).toBe(2);
    expect(await metrics.askAsFrontProxy(old)).toBe(200);
    const gone = await firstMachine().ask('DELETE', trustPath, before.kubeconfig);
    expect(gone.status).toBe(200);
    await eventually(async () => (await metrics.askAsFrontProxy(old)) === 401);
    await eventually(async () => (await metrics.askAsFrontProxy(present)) === 200);
    expect(await trustedFrontProxies()).toBe(1);
    expect(await statuses(MetricsApi.path)).toEqual([200, 200, 200]);
  },
  patience,
);

// Proves: keys.control-plane-authority-rotation
test(
  'a machine that skips a phase is nobody to the other members of etcd, until it has the phase of the others',
  async () => {
    const first = firstMachine();
    const [, second] = machines;
    const skipped = await inPhase(3, 'sign');
    await first.replace(skipped, 'started');
    await eventually(() =>
      Promise.resolve(
        second?.etcdSaid.includes('certificate signed by unknown authority') === true,
      ),
    );
    const login = await loginOf(skipped, 'skipped');
    const { code } = await etcdctl(first, login, 'get', 'health', '--command-timeout=5s');
    expect(code).not.toBe(0);
    expect((await statuses(pods)).slice(1)).toEqual([200, 200]);
    await first.replace(await inPhase(2, 'finish'));
    expect(await statuses(pods)).toEqual([200, 200, 200]);
    expect(await answersOfEtcd(logins.finish ?? [])).toEqual([0, 0, 0]);
  },
  patience,
);
