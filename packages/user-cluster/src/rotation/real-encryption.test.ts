// SPDX-License-Identifier: Apache-2.0
import { secretsRewriteLifecycle } from '@strata/strata-provider/key-lifecycles';
import { apiPort, renderMachine } from '../machines/index.ts';
import { testMachine } from '../machines/test-cluster.ts';
import { Programs } from '../restored/programs.ts';
import { silentWork } from '../restored/silent-work.ts';
import { Lab } from './testing/lab.ts';
import type { LabMachine } from './testing/lab-machine.ts';
import { StackKeys } from './testing/stack-keys.ts';
import { SteadyClient } from './testing/steady-client.ts';

// Two machines of a control plane on one etcd, with the real API servers, which get the files and flags that
// Strata renders for each phase. They are replaced one after the other.
const patience = 600_000;
const keys = new StackKeys();
const programs = new Programs();
let lab: Lab;
let client: SteadyClient<LabMachine> | undefined;

const encryption = async (generation: number, phase: string) =>
  (await keys.of({ encryption: { generation, phase } })).keys;

/** Path of the readiness probe of a control-plane VM. */
const readinessPath = (() => {
  const args = { ...testMachine(), role: 'control-plane' as const, readinessPort: apiPort };
  const probe = renderMachine(args).template.spec?.readinessProbe;
  return (probe as { readonly httpGet: { readonly path: string } }).httpGet.path;
})();

const path = '/api/v1/namespaces/default/secrets';
const names: string[] = [];

/** Makes a Secret through one of the API servers. */
async function make(machine: LabMachine, name: string, more: object = {}): Promise<void> {
  const secret = { metadata: { name }, stringData: { word: `word of ${name}` }, ...more };
  expect(await machine.ask('POST', path, secret)).toMatchObject({ status: 201 });
  names.push(name);
}

/** Returns which Secrets an API server cannot read. */
async function unreadable(machine: LabMachine): Promise<string[]> {
  const answers = names.map(async (name) => {
    const { body, status } = await machine.ask('GET', `${path}/${name}`);
    const { data } = JSON.parse(body) as { readonly data?: { readonly word?: string } };
    const word = Buffer.from(data?.word ?? '', 'base64').toString();
    return status === 200 && word === `word of ${name}` ? [] : [`${name}: ${status}`];
  });
  return (await Promise.all(answers)).flat();
}

/** Returns the version of each Secret, which changes whenever the Secret is written. */
async function versions(machine: LabMachine): Promise<string[]> {
  const { body } = await machine.ask('GET', path);
  const { items } = JSON.parse(body) as {
    readonly items: readonly {
      readonly metadata: { readonly name: string; readonly resourceVersion: string };
    }[];
  };
  return items.map(({ metadata: { name, resourceVersion } }) => `${name} ${resourceVersion}`);
}

async function expectReadable(): Promise<void> {
  for (const machine of lab.machines) expect(await unreadable(machine)).toEqual([]);
}

/** Does what the resource `SecretsRewrite` does, through one of the API servers. */
const rewrite = (machine: LabMachine) =>
  secretsRewriteLifecycle.create(
    { kubeconfig: machine.kubeconfig, key: 'strata-2', timeoutSeconds: 120 },
    silentWork('real-encryption'),
  );

beforeAll(async () => {
  lab = await Lab.start(programs, (await keys.of({})).keys);
  await make(lab.first, 'plain');
  await make(lab.second, 'immutable', { immutable: true });
  for (let index = 0; index < 20; index += 1) await make(lab.first, `many-${index}`);
}, patience);

afterAll(async () => {
  await client?.stop();
  // Also of a beginning that has failed half way.
  await programs.stopAll();
  await lab.end();
}, patience);

// Proves: keys.encryption-key-rotation, keys.encrypted-secrets
test(
  'both machines read every Secret at each step, and in the end none is encrypted with the old key',
  async () => {
    const { first, second } = lab;
    expect(await lab.secretsByKey()).toEqual({ strata: 22 });
    const askPlain = (machine: LabMachine) => machine.ask('GET', `${path}/plain`);
    client = new SteadyClient(lab.machines, askPlain, 'read');
    for (const machine of lab.machines) {
      await machine.replace(await encryption(2, 'read'));
      await make(machine, `read-${machine.name}`);
      await expectReadable();
    }
    expect(await lab.secretsByKey()).toEqual({ strata: 24 });
    client.phase = 'write';
    for (const machine of lab.machines) {
      await machine.replace(await encryption(2, 'write'));
      await make(machine, `write-${machine.name}`);
      await expectReadable();
    }
    expect(await lab.secretsByKey()).toEqual({ strata: 24, 'strata-2': 2 });
    expect(await rewrite(second)).toEqual({ secrets: 26 });
    expect(await lab.secretsByKey()).toEqual({ 'strata-2': 26 });
    await expectReadable();
    client.phase = 'finish';
    for (const machine of lab.machines) {
      await machine.replace(await encryption(2, 'finish'));
      await make(machine, `finish-${machine.name}`);
      await expectReadable();
    }
    expect(await lab.secretsByKey()).toEqual({ 'strata-2': 28 });
    // Everything is as it should be, so nothing is written.
    const before = await versions(first);
    expect(await rewrite(first)).toEqual({ secrets: 28 });
    expect(await versions(first)).toEqual(before);
    await client.stop();
    client.print('key of encryption');
    expect([...client.seen.keys()]).toEqual(['read', 'write', 'finish']);
    for (const { answered, failures, whileReplaced } of client.seen.values()) {
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(20);
      expect(whileReplaced).toBeGreaterThan(0);
    }
  },
  patience,
);

// Proves: keys.encryption-key-rotation
test(
  'a machine that encrypts with a key that the other does not know writes what is unreadable there',
  async () => {
    const { first, second } = lab;
    await first.replace(await encryption(3, 'write'));
    await make(first, 'too-early');
    expect(await unreadable(first)).toEqual([]);
    expect(await unreadable(second)).toEqual(['too-early: 500']);
  },
  patience,
);

// Proves: keys.encryption-key-rotation
test(
  'a machine that loses the old key before all Secrets are encrypted anew cannot read the others, until it has the key again',
  async () => {
    const { first } = lab;
    const early = (await encryption(3, 'finish')).encryptionKeys;
    await first.replace(
      { ...(await encryption(3, 'write')), encryptionKeys: early },
      'without Secrets',
    );
    expect(await unreadable(first)).toContain('plain: 500');
    // So the next machine is not replaced, and no client is led to this one.
    expect((await first.ask('GET', readinessPath)).status).toBe(500);
    await first.replace(await encryption(3, 'write'));
    expect(await unreadable(first)).toEqual([]);
    expect((await first.ask('GET', readinessPath)).status).toBe(200);
  },
  patience,
);
