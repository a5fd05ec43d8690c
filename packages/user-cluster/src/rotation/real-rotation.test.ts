// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, verify } from 'node:crypto';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { Programs } from '../restored/programs.ts';
import { Lab } from './testing/lab.ts';
import type { LabMachine } from './testing/lab-machine.ts';
import { StackKeys } from './testing/stack-keys.ts';
import { SteadyClient } from './testing/steady-client.ts';

// Two machines of a control plane on one etcd, with the real API servers and controller managers, which get
// the files and flags that Strata renders for each phase. They are replaced one after the other.
const patience = 600_000;
const keys = new StackKeys();
const programs = new Programs();
let lab: Lab;
let client: SteadyClient<LabMachine> | undefined;

const serviceAccount = async (generation: number, phase: string) =>
  (await keys.of({ serviceAccount: { generation, phase } })).keys;

beforeAll(async () => {
  lab = await Lab.start(programs, (await keys.of({})).keys);
  const account = { metadata: { name: 'web' } };
  const path = '/api/v1/namespaces/default/serviceaccounts';
  expect(await lab.first.ask('POST', path, account)).toMatchObject({ status: 201 });
}, patience);

afterAll(async () => {
  await client?.stop();
  // Also of a beginning that has failed half way.
  await programs.stopAll();
  await lab.end();
}, patience);

/** Returns a new token of the ServiceAccount, which one of the API servers signs. */
async function tokenOf(machine: LabMachine): Promise<string> {
  const path = '/api/v1/namespaces/default/serviceaccounts/web/token';
  const { body } = await machine.ask('POST', path, { spec: { expirationSeconds: 86_400 } });
  return (JSON.parse(body) as { readonly status: { readonly token: string } }).status.token;
}

const pods = '/api/v1/namespaces/default/pods';
let secrets = 0;

/** Returns a new token that lives in a Secret, which the controller manager that leads signs. */
async function tokenOfSecret(machine: LabMachine): Promise<string> {
  secrets += 1;
  const name = `token-${secrets}`;
  const path = '/api/v1/namespaces/default/secrets';
  const annotations = { 'kubernetes.io/service-account.name': 'web' };
  const type = 'kubernetes.io/service-account-token';
  await machine.ask('POST', path, { metadata: { name, annotations }, type });
  let token = '';
  await eventually(async () => {
    const { body } = await machine.ask('GET', `${path}/${name}`);
    token = (JSON.parse(body) as { readonly data?: { readonly token?: string } }).data?.token ?? '';
    return token !== '';
  });
  return Buffer.from(token, 'base64').toString();
}

/** Returns the generation of the key that has signed a token. */
function signerOf(token: string): number | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return [1, 2, 3].find((generation) => {
    const pem = keys.publicKey(generation);
    if (!pem.startsWith('-----BEGIN')) return false;
    const key = { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' as const };
    const signed = Buffer.from(`${header}.${claims}`);
    return verify('sha256', signed, key, Buffer.from(signature, 'base64url'));
  });
}

/** Lists pods with a token. */
const listPods = (token: string) => (machine: LabMachine) =>
  machine.ask('GET', pods, undefined, token);

/** Returns the statuses with which both machines answer a token. */
async function statuses(token: string): Promise<number[]> {
  const answers = lab.machines.map(listPods(token));
  return (await Promise.all(answers)).map(({ status }) => status);
}

// Proves: keys.token-key-rotation
test(
  'tokens of the old key and of the new one are valid on both machines at each step, and a client sees no failure',
  async () => {
    const { first, second } = lab;
    const old = await tokenOf(first);
    expect(signerOf(old)).toBe(1);
    client = new SteadyClient(lab.machines, listPods(old), 'trust');
    for (const [phase, signer] of [['trust', 1] as const, ['sign', 2] as const]) {
      client.phase = phase;
      const next = await serviceAccount(2, phase);
      for (const machine of lab.machines) {
        await machine.replace(next);
        expect(await statuses(old)).toEqual([200, 200]);
        const issued = await tokenOf(machine);
        expect(signerOf(issued)).toBe(signer);
        expect(await statuses(issued)).toEqual([200, 200]);
      }
      const kept = await tokenOfSecret(first);
      expect(signerOf(kept)).toBe(signer);
      expect(await statuses(kept)).toEqual([200, 200]);
    }
    // As a kubelet does for a pod.
    const token = await tokenOf(second);
    expect(signerOf(token)).toBe(2);
    client.asking = listPods(token);
    client.phase = 'finish';
    const last = await serviceAccount(2, 'finish');
    await first.replace(last);
    expect(await statuses(old)).toEqual([401, 200]);
    await second.replace(last);
    expect(await statuses(old)).toEqual([401, 401]);
    expect(await statuses(await tokenOf(first))).toEqual([200, 200]);
    await client.stop();
    client.print('key of ServiceAccount tokens');
    expect([...client.seen.keys()]).toEqual(['trust', 'sign', 'finish']);
    for (const { answered, failures, whileReplaced } of client.seen.values()) {
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(20);
      expect(whileReplaced).toBeGreaterThan(0);
    }
  },
  patience,
);

// Proves: keys.token-key-rotation
test(
  'a machine that signs with a key that the other does not trust gives out tokens that are refused there',
  async () => {
    const { first } = lab;
    await first.replace(await serviceAccount(3, 'sign'));
    const issued = await tokenOf(first);
    expect(signerOf(issued)).toBe(3);
    expect(await statuses(issued)).toEqual([200, 401]);
  },
  patience,
);
