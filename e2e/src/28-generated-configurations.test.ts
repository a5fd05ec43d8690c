// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { programs, renderedStacks } from '@strata/config-fuzz';
import { loadManifest } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubectl, openSession } from './environment.ts';
import { MadeObjects, refusals, triedIn } from './generated/dry-run.ts';

// Renders generated configurations with each program and submits the objects to a real API server
// that has the operators' own kinds and webhooks. Nothing is stored (server-side dry run).

/** So many configurations of each program that the program takes. */
const count = Number(process.env.STRATA_E2E_CONFIGURATIONS ?? 300);
/** The same seed makes the same configurations. */
const seed = Number(process.env.STRATA_E2E_SEED ?? 28);

/** The release that the sandbox runs: kinds of another one have other fields. */
const release = 'v1.8';

let session: RackSession;
const folder = mkdtempSync(join(tmpdir(), 'strata-generated-'));
/** Kinds that are there for these tests alone. */
const added: string[] = [];
beforeAll(async () => {
  session = await openSession();
  await kubectl(session, ['create', 'namespace', triedIn]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await kubectl(session, ['delete', 'namespace', triedIn, '--wait=false']);
  for (const name of added) await kubectl(session, ['delete', 'customresourcedefinition', name]);
});

const ask = (args: readonly string[]) => session.capture(['kubectl', ...args]);

const loaded = new Map<string, Manifest>();

/** As the programs load it, but for kinds, which are there already and the same in all of them. */
function load(component: string, version: string): Manifest {
  const key = `${component} ${version}`;
  const manifest = loaded.get(key) ?? loadManifest(component, version);
  loaded.set(key, manifest);
  return {
    ...manifest,
    objects: manifest.objects.map((object) =>
      object.kind === 'CustomResourceDefinition'
        ? { ...object, spec: { group: '', names: {}, versions: [] } }
        : object,
    ),
  };
}

/** Makes the kinds of loaded manifests that the sandbox does not have, such as those of addons. */
async function addKinds(): Promise<void> {
  const known = await kubectl(session, ['get', 'customresourcedefinitions', '-o', 'name']);
  const kinds = [...loaded.values()]
    .flatMap(({ objects }) => objects)
    .filter(({ kind }) => kind === 'CustomResourceDefinition');
  for (const kind of kinds) {
    const { name } = kind.metadata;
    if (known.includes(`/${name}`) || added.includes(name)) continue;
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(kind));
    await kubectl(session, ['apply', '--server-side', '-f', file]);
    added.push(name);
  }
}

test.each(programs)(
  `the API server takes what %s makes of ${count} generated configurations (seed ${seed})`,
  async (program) => {
    const made = new MadeObjects();
    const wanted = ({ values }: { readonly values: Readonly<Record<string, string>> }) =>
      program !== 'kubevirt-stack' || values['kubevirt-stack:release'] === release;
    for await (const { resources, title } of renderedStacks({
      program,
      count,
      seed,
      load,
      wanted,
    })) {
      made.add(title, resources);
    }
    expect(made.all.length).toBeGreaterThan(0);
    await addKinds();
    expect(await refusals(ask, made.all, folder)).toEqual([]);
  },
  3_600_000,
);
