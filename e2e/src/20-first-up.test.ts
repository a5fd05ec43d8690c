// SPDX-License-Identifier: Apache-2.0
import { updateStack, type RackSession } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectCommand,
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  sharedInstance,
  stacks,
  statusOf,
  type List,
} from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

test('a stack whose ground is missing says what to run first', async () => {
  await session.capture(['pulumi', 'stack', 'init', 'sandbox.demo', '--no-select'], {
    cwd: join(import.meta.dirname, '../../packages/user-cluster'),
  });
  const { code, stdout } = await pulumi(session, stacks.demo, ['preview']);
  expect(stdout).toContain('stack infra/sandbox has not been brought up yet.');
  expect(stdout).toContain('Run first: pulumi -C packages/infra up --stack sandbox');
  expect(code).not.toBe(0);
});

// Proves: infra-cluster.existing
test('the infra stack takes the existing cluster on', async () => {
  await updateStack(sharedInstance(), session, stacks.infra, silentReport);
  const { stdout } = await pulumi(session, stacks.infra, ['stack', 'output', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    environment: 'sandbox',
    kubeconfig: '[secret]',
    hosts: [
      { name: 'metal-0', zone: 'a', cpu: 32, memoryGiB: 128 },
      { name: 'metal-1', zone: 'b', cpu: 32, memoryGiB: 128 },
      { name: 'metal-2', zone: 'c', cpu: 32, memoryGiB: 128 },
    ],
  });
});

test('the kubeconfig is nowhere in the state in plain text', () => {
  const { kubeconfig, pulumiStateDir } = sharedInstance();
  const key = /client-key-data: (\S+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1] ?? 'none';
  const state = join(pulumiStateDir, '.pulumi/stacks/infra/sandbox.json');
  const text = readFileSync(state, 'utf8');
  expect(text).toContain('"ciphertext"');
  expect(text).not.toContain(key.slice(0, 60));
});

test('a preview works before any of the platform exists', async () => {
  const init = ['pulumi', 'stack', 'init', 'sandbox', '--no-select'];
  await session.capture(init, {
    cwd: join(import.meta.dirname, '../../packages/kubevirt-stack'),
  });
  const { code, stdout } = await pulumi(session, stacks.platform, ['preview']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\+ 1\d\d to create/);
});

// Proves: installation.operators
test('the platform comes up by its real operators', async () => {
  await updateStack(sharedInstance(), session, stacks.platform, silentReport);
  const phase = (kind: string) =>
    kubectl(session, ['get', kind, '-A', '-o', 'jsonpath={.items[0].status.phase}']);
  expect(await phase('kubevirts')).toBe('Deployed');
  expect(await phase('cdis')).toBe('Deployed');
  const { processes } = await statusOf(sharedInstance());
  const running = new Set(
    processes.filter(({ pid }) => pid !== undefined).map(({ name }) => name.split('/').at(-1)),
  );
  for (const program of [
    'virt-operator',
    'virt-api',
    'virt-controller',
    'cdi-operator',
    'cdi-apiserver',
    'cdi-deployment',
  ]) {
    expect(running).toContain(program);
  }
});

test('the demo cluster comes up: three machines, the workers on two hosts, from copies of a golden image', async () => {
  await updateStack(sharedInstance(), session, stacks.demo, silentReport);
  interface Machine {
    readonly metadata: { readonly name: string };
    readonly status: { readonly phase: string; readonly nodeName: string };
  }
  const { items } = await kubectlJson<List<Machine>>(session, [
    'get',
    'vmis',
    '-n',
    'cluster-demo',
  ]);
  expect(items.map(({ metadata, status }) => `${metadata.name} ${status.phase}`)).toEqual([
    'cp-0 Running',
    'md-a-0 Running',
    'md-a-1 Running',
  ]);
  expect(new Set(items.slice(1).map(({ status }) => status.nodeName)).size).toBe(2);
  const disks = [
    'get',
    'datavolumes',
    '-n',
    'cluster-demo',
    '-o',
    'jsonpath={.items[*].status.phase}',
  ];
  // Three root disks, and etcd's.
  expect(await kubectl(session, disks)).toBe('Succeeded Succeeded Succeeded Succeeded');
});

// Proves: networks.metallb
test('a Service gets an address of the pool and is answered there', async () => {
  const expose = ['expose', 'deployment', 'cdi-apiserver', '-n', 'cdi', '--name=reach'];
  await kubectl(session, [...expose, '--type=LoadBalancer', '--port=443', '--target-port=8443']);
  const ip = [
    'get',
    'service',
    'reach',
    '-n',
    'cdi',
    '-o',
    'jsonpath={.status.loadBalancer.ingress[0].ip}',
  ];
  await kubectl(session, [
    'wait',
    'service/reach',
    '-n',
    'cdi',
    '--timeout=60s',
    '--for=jsonpath={.status.loadBalancer.ingress}',
  ]);
  const address = await kubectl(session, ip);
  expect(address).toMatch(/^10\.244\.240\.\d+$/);
  const script = `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    fetch('https://${address}/healthz').then((answer) => console.log(answer.status));`;
  // kube-proxy serves an address up to a second after it was given.
  await eventually('the Service answers', async () => {
    const { stdout } = await session.capture(['node', '--no-warnings', '--eval', script]);
    return stdout.trim() === '200';
  });
  await kubectl(session, ['delete', 'service', 'reach', '-n', 'cdi']);
});

test('from inside a pod nothing outside can be reached', async () => {
  const { processes } = await statusOf(sharedInstance());
  const pod = processes.find(({ name }) => name.endsWith('/virt-controller'));
  const routes = readFileSync(`/proc/${pod?.pid ?? 0}/net/route`, 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  // The only way on is the rack, which has no uplink.
  const gateways = routes.map((line) => line.split('\t')[2]).filter((hex) => hex !== '00000000');
  expect(gateways).toEqual(['FEFFF40A']);
  const enter = ['nsenter', `--net=/proc/${pod?.pid ?? 0}/ns/net`, '--'];
  const fromPod = async (host: string, port: number) =>
    (await session.capture([...enter, ...connectCommand(host, port)])).stdout.trim();
  expect(await fromPod('10.244.255.254', 6443)).toBe('connected');
  expect(await fromPod('192.0.2.1', 443)).toMatch(/^(timeout|EHOSTUNREACH|ENETUNREACH)$/);
});

// Proves: virtual-machines.no-host-fits
test('a machine that asks for more than any host has stays Pending with the reason', async () => {
  const machine = JSON.stringify({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'giant', namespace: 'default' },
    spec: {
      domain: { memory: { guest: '4Ti' }, devices: {} },
      terminationGracePeriodSeconds: 0,
    },
  });
  await session.capture(['sh', '-c', 'printf %s "$1" | kubectl create -f -', 'sh', machine]);
  const reason = [
    'get',
    'vmi',
    'giant',
    '-o',
    'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}',
  ];
  await kubectl(session, [
    'wait',
    'vmi/giant',
    '--for=jsonpath={.status.phase}=Scheduling',
    '--timeout=60s',
  ]);
  await kubectl(session, [
    'wait',
    'pod',
    '-l',
    'kubevirt.io/domain=giant',
    '--for=condition=PodScheduled=False',
    '--timeout=60s',
  ]).catch(() => '');
  const pods = await kubectl(session, [
    'get',
    'pods',
    '-o',
    'jsonpath={.items[*].status.conditions[?(@.type=="PodScheduled")].message}',
  ]);
  expect(`${pods} ${await kubectl(session, reason)}`).toContain('Insufficient memory');
  await kubectl(session, ['delete', 'vmi', 'giant']);
});
