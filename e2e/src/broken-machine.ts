// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, kubectl, kubectlJson, sharedInstance } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

/** Which cluster's machines are imitated, and how these start. */
export interface Original {
  /** Name of the user cluster. */
  readonly cluster: string;
  /** Of the pool whose machines are told what is broken here. */
  readonly pool: string;
  readonly disk: 'cloudInitNoCloud' | 'cloudInitConfigDrive';
  /** Of the root disk. */
  readonly image: string;
}

/** A way to break what a worker is told, and what its console says then. */
export interface Mistake {
  readonly name: string;
  readonly break: (userData: string) => string;
  readonly says: RegExp;
}

interface Pool {
  readonly spec: {
    readonly virtualMachineTemplate: {
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly volumes: Record<string, { readonly secretRef?: { name: string } }>[];
          };
        };
      };
    };
  };
}

const namespaceOf = ({ cluster }: Original) => `cluster-${cluster}`;

async function userDataOf(session: RackSession, original: Original): Promise<string> {
  const namespace = ['-n', namespaceOf(original)];
  const pool = await kubectlJson<Pool>(session, ['get', 'vmpool', original.pool, ...namespace]);
  const { volumes } = pool.spec.virtualMachineTemplate.spec.template.spec;
  const [secret = ''] = volumes.flatMap((volume) =>
    Object.values(volume).flatMap((source) => source.secretRef?.name ?? []),
  );
  const told = await kubectl(session, [
    'get',
    'secret',
    secret,
    ...namespace,
    '-o',
    'jsonpath={.data.userdata}',
  ]);
  return Buffer.from(told, 'base64').toString();
}

function machineOf(original: Original, name: string): object {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: {
      name,
      namespace: namespaceOf(original),
      labels: { 'strata.dev/pool': 'broken', 'cluster.x-k8s.io/cluster-name': original.cluster },
    },
    spec: {
      terminationGracePeriodSeconds: 0,
      domain: {
        cpu: { cores: 1 },
        memory: { guest: '512Mi' },
        devices: {
          disks: ['root', 'cloudinit'].map((disk) => ({ name: disk, disk: { bus: 'virtio' } })),
          interfaces: [{ name: 'default', masquerade: {} }],
        },
      },
      networks: [{ name: 'default', pod: {} }],
      volumes: [
        { name: 'root', containerDisk: { image: original.image } },
        { name: 'cloudinit', [original.disk]: { secretRef: { name } } },
      ],
      readinessProbe: { tcpSocket: { port: 10250 }, periodSeconds: 2 },
    },
  };
}

async function create(session: RackSession, object: object): Promise<void> {
  const command = ['sh', '-c', 'printf %s "$1" | kubectl create -f -', 'sh'];
  expectSuccess(await session.capture([...command, JSON.stringify(object)]));
}

function readConsole(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Starts a machine for each mistake, at once, and waits until their consoles say what is wrong. */
export async function makeMistakes(
  session: RackSession,
  original: Original,
  mistakes: readonly Mistake[],
): Promise<void> {
  const namespace = namespaceOf(original);
  const userData = await userDataOf(session, original);
  for (const { name, break: change } of mistakes) {
    const changed = change(userData);
    expect(changed).not.toBe(userData);
    await create(session, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace },
      stringData: { userdata: changed },
    });
    await create(session, machineOf(original, name));
  }
  for (const { name, says } of mistakes) {
    const log = join(sharedInstance().logsDir, `guest_${namespace}_${name}.log`);
    await eventually(`the console of ${name} says ${String(says)}`, async () =>
      Promise.resolve(says.test(readConsole(log))),
    );
  }
}

/** Takes the machines away again. */
export async function undoMistakes(
  session: RackSession,
  original: Original,
  mistakes: readonly Mistake[],
): Promise<void> {
  const names = mistakes.map(({ name }) => name);
  for (const kind of ['vmi', 'secret']) {
    await kubectl(session, ['delete', kind, ...names, '-n', namespaceOf(original)]);
  }
}
