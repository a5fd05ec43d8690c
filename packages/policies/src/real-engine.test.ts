// SPDX-License-Identifier: Apache-2.0
import { allChanges, badEnvironments } from './test-environment/bad-environments.ts';
import { previewOfProgram, previewRefusals } from './test-environment/real-previews.ts';

// Uses the real engine and CLI, with only files and no cluster.
jest.setTimeout(400_000);

const bad = new Map(badEnvironments());

/** Combines several bad environments and their expected messages. */
function together(names: readonly string[]) {
  const chosen = names.flatMap((name) => bad.get(name) ?? []);
  return { changes: allChanges(chosen), refusals: chosen.flatMap(({ refusals }) => refusals) };
}

test('gitops rejects a platform with the messages of all policies that it violates', async () => {
  const names = ['allowed-images', 'fits-a-host', 'no-former-gates', 'storage-served'];
  const { changes, refusals } = together(names);
  const said = await previewRefusals('kubevirt-stack/staging', changes);
  // Problems of the cluster's storage appear in the cluster's own preview.
  const own = refusals.filter((line) => !/cluster-shop|StorageClass fast/.test(line));
  expect(said.sort()).toEqual(own.sort());
});

test('gitops rejects a user cluster with the messages of all policies that it violates', async () => {
  const names = ['data-protected', 'load-balancer-in-pool', 'user-cluster-quota'];
  const { changes, refusals } = together(names);
  const said = await previewRefusals('user-cluster/staging.shop', changes);
  expect(said.sort()).toEqual(refusals.sort());
});

test('pulumi preview rejects resources that only other programs could make', async () => {
  const programs = [...bad].filter(([, { resources }]) => resources !== undefined);
  const resources = programs.flatMap(([name, one]) =>
    Object.entries(one.resources ?? {}).map(([key, { options, ...resource }]) => {
      const dependsOn = options?.dependsOn?.map((need) => `${name}-${need}`);
      const more = { ...options, ...(dependsOn && { dependsOn }) };
      return [`${name}-${key}`, { ...resource, options: more }] as const;
    }),
  );
  const printed = await previewOfProgram(Object.fromEntries(resources));
  const said = [...printed.matchAll(/\[mandatory\] +(\S+) .*\n.*\n +(.*)$/gm)].map(
    ([, policy = '', message = '']) => `${policy}: ${message}`,
  );
  expect(said.sort()).toEqual(programs.flatMap(([, { refusals }]) => refusals).sort());
});
