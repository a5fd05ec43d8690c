// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEtcd } from '../backup/testing/servers.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { AuthorityMachine } from './testing/authority-machine.ts';
import { StackKeys } from './testing/stack-keys.ts';
import type { KeyPhase } from './testing/stack-keys.ts';
import { SteadyClient } from './testing/steady-client.ts';

// Two machines of a control plane on one etcd, with the certificates and kubeconfigs that the real kubeadm
// makes, the real API servers and controller managers. They are replaced one after the other.
const patience = 900_000;
const keys = new StackKeys();
const programs = new Programs();
const folder = mkdtempSync(join(tmpdir(), 'real-authority-'));
let machines: readonly AuthorityMachine[] = [];
let before: KeyPhase;
let client: SteadyClient<AuthorityMachine> | undefined;

const authority = (generation: number, phase: string) =>
  keys.of({ authority: { generation, phase } });

beforeAll(async () => {
  const pki = join(folder, 'pki');
  await writeClusterCertificates(pki);
  const etcd = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, join(folder, 'etcd'), pki, etcd);
  const shared = { programs, pki, folder, etcd };
  machines = [
    await AuthorityMachine.prepare('cp-0', shared),
    await AuthorityMachine.prepare('cp-1', shared),
  ];
  before = await authority(1, 'finish');
  for (const machine of machines) await machine.replace(before);
}, patience);

afterAll(async () => {
  await client?.stop();
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

function firstMachine(): AuthorityMachine {
  const [machine] = machines;
  if (machine === undefined) throw new Error('there is no machine');
  return machine;
}

const pods = '/api/v1/namespaces/kube-system/pods';

/** Returns how each machine answers a kubeconfig: a status, or why there is none. */
function answers(kubeconfig: string): Promise<(number | string)[]> {
  return Promise.all(
    machines.map((machine) =>
      machine.ask('GET', pods, kubeconfig).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      ),
    ),
  );
}

/** Lists pods as somebody with a kubeconfig. */
const listPods = (kubeconfig: string) => (machine: AuthorityMachine) =>
  machine.ask('GET', pods, kubeconfig);

/** Returns words of Strata's client about a machine whose certificate it does not trust. */
function untrusted({ address }: AuthorityMachine): string {
  return `ApiError: ${address}: its certificate is not from this cluster's authority: something else answers at this address, or a machine that was made with an earlier authority`;
}

interface Request {
  readonly metadata: { readonly name: string };
  readonly status: { readonly conditions?: object[]; readonly certificate?: string };
}

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

/** Returns the certificate that the controller manager that leads signs for a kubelet. */
async function signedForKubelet({ kubeconfig }: KeyPhase): Promise<X509Certificate> {
  const machine = firstMachine();
  const request = Buffer.from(await machine.certificateRequest()).toString('base64');
  const spec = {
    request,
    signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
    usages: ['digital signature', 'client auth'],
  };
  const made = await machine.ask('POST', requests, kubeconfig, {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { generateName: 'csr-' },
    spec,
  });
  const object = JSON.parse(made.body) as Request;
  const path = `${requests}/${object.metadata.name}`;
  const condition = { type: 'Approved', status: 'True', reason: 'Test', message: 'test' };
  const status = { ...object.status, conditions: [condition] };
  await machine.ask('PUT', `${path}/approval`, kubeconfig, { ...object, status });
  let certificate = '';
  await eventually(async () => {
    const { body } = await machine.ask('GET', path, kubeconfig);
    certificate = (JSON.parse(body) as Request).status.certificate ?? '';
    return certificate !== '';
  });
  return new X509Certificate(Buffer.from(certificate, 'base64'));
}

/** Returns what pods get as the authorities of their API. */
async function authoritiesOfPods({ kubeconfig }: KeyPhase): Promise<string> {
  const path = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
  const { body } = await firstMachine().ask('GET', path, kubeconfig);
  return (JSON.parse(body) as { readonly data?: Record<string, string> }).data?.['ca.crt'] ?? '';
}

// Proves: keys.authority-rotation
test(
  'through all phases, kubeconfigs of this phase and of the one before are accepted by both machines at each step, and nobody is refused',
  async () => {
    let last = before;
    client = new SteadyClient(machines, listPods(last.kubeconfig), 'trust');
    for (const phase of ['trust', 'sign', 'finish']) {
      const next = await authority(2, phase);
      client.asking = listPods(last.kubeconfig);
      client.phase = phase;
      for (const machine of machines) {
        await machine.replace(next);
        expect(await answers(last.kubeconfig)).toEqual([200, 200]);
        expect(await answers(next.kubeconfig)).toEqual([200, 200]);
        // As bootstrap.sh does with super-admin.conf, and the machine's own kubelet.
        for (const name of ['super-admin', 'kubelet'])
          expect(await answers(machine.kubeconfig(name))).toEqual([200, 200]);
      }
      const signer = new X509Certificate(next.keys.cluster.certificatePem);
      expect((await signedForKubelet(next)).checkIssued(signer)).toBe(true);
      await eventually(
        async () => (await authoritiesOfPods(next)) === next.authority.certificatePem,
      );
      last = next;
    }
    await client.stop();
    client.print('authority of the cluster');
    for (const { answered, failures } of client.seen.values()) {
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(20);
    }
  },
  patience,
);

// Proves: keys.authority-rotation
test(
  'afterwards neither side accepts the old authority',
  async () => {
    const trust = await authority(2, 'trust');
    expect(await answers(before.kubeconfig)).toEqual(machines.map(untrusted));
    // It trusts both, and its own certificate is of the old one.
    expect(await answers(trust.kubeconfig)).toEqual([401, 401]);
  },
  patience,
);

// Proves: keys.authority-rotation
test(
  'a machine that skips a phase is one that clients of the others do not trust',
  async () => {
    const first = firstMachine();
    const now = await authority(2, 'finish');
    await first.replace(await authority(3, 'sign'));
    const [skipped, other] = await answers(now.kubeconfig);
    expect(skipped).toBe(untrusted(first));
    expect(other).toBe(200);
  },
  patience,
);
