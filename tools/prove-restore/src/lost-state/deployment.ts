// SPDX-License-Identifier: Apache-2.0
import type { KeyResource } from '@strata/user-cluster/lost-state';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';

/** Key of special values in states. @see https://www.pulumi.com/docs/iac/concepts/secrets/ */
const signatureKey = '4dabf18193072939515e22adb298388d';
const secretSignature = '1b47061264138c4ac30d75fd1eb44270';

/** Output of the stack's own resource while its state has keys alone. An update replaces it at its end. */
const mark = 'strataRestoresState';

const exported = z.looseObject({
  version: z.number(),
  deployment: z.looseObject({
    secrets_providers: z.looseObject({ type: z.string() }).optional(),
    resources: z
      .array(
        z.looseObject({
          urn: z.string(),
          type: z.string(),
          outputs: z.record(z.string(), z.unknown()).default({}),
        }),
      )
      .default([]),
  }),
});

/** State of a stack, as `pulumi stack export` prints it. */
export type Exported = z.output<typeof exported>;

/**
 * How a stack is before its keys are put into it.
 *
 * - `empty`: it has no resource.
 * - `keys`: a run before has put keys into it, and no update has begun.
 * - `begun`: an update that takes on the objects has begun, and not ended.
 * - `whole`: it has a state of its own.
 */
export type StackState = 'empty' | 'keys' | 'begun' | 'whole';

const stackType = 'pulumi:pulumi:Stack';

/** Reads what `pulumi stack export` prints. @throws ProveError without any of it. */
export function readExport(text: string): Exported {
  try {
    return exported.parse(JSON.parse(text));
  } catch {
    throw new ProveError('The state is not what "pulumi stack export" prints.');
  }
}

export function stateOf({ deployment: { resources } }: Exported): StackState {
  if (resources.length === 0) return 'empty';
  const stack = resources.find(({ type }) => type === stackType);
  if (stack?.outputs[mark] === undefined) return 'whole';
  const isOfKeys = ({ type }: { type: string }) =>
    type === stackType || type === 'pulumi:providers:strata' || type.startsWith('strata:');
  const isBegun = resources.some((one) => !isOfKeys(one) || one.type.startsWith('strata:cluster:'));
  return isBegun ? 'begun' : 'keys';
}

/** Returns values of a state, with secrets marked: Pulumi encrypts them when it imports the state. */
function marked(
  values: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      secrets.includes(name)
        ? { [signatureKey]: secretSignature, plaintext: JSON.stringify(value) }
        : value,
    ]),
  );
}

/**
 * Returns a state that has keys alone.
 *
 * @param before - the state without keys, which says how secrets are encrypted.
 * @param stack - its name, such as `production.shop`.
 * @throws ProveError when it does not say so: Pulumi could not encrypt the keys.
 */
export function withKeys(
  { deployment, version }: Exported,
  stack: string,
  keys: readonly KeyResource[],
): object {
  if (deployment.secrets_providers === undefined) {
    throw new ProveError(
      `The state of ${stack} does not say how its secrets are encrypted: delete the stack (pulumi -C packages/user-cluster stack rm ${stack}), and run this again, which makes it anew.`,
    );
  }
  const project = 'user-cluster';
  const urn = (type: string, name: string) => `urn:pulumi:${stack}::${project}::${type}::${name}`;
  const root = urn(stackType, `${project}-${stack}`);
  const provider = { type: 'pulumi:providers:strata', id: randomUUID() };
  const providerUrn = urn(provider.type, 'default');
  const components = new Map<string, object>();
  const resources = keys.map(({ inputs, name, outputs, parents, secrets, type }) => {
    let types = '';
    let parent = root;
    for (const component of parents) {
      types += `${component.type}$`;
      const own = urn(types.slice(0, -1), component.name);
      components.set(own, { urn: own, custom: false, type: component.type, parent });
      parent = own;
    }
    return {
      urn: urn(types + type, name),
      custom: true,
      id: name,
      type,
      inputs: marked(inputs, secrets),
      outputs: marked(outputs, secrets),
      parent,
      provider: `${providerUrn}::${provider.id}`,
      additionalSecretOutputs: secrets.filter((secret) => secret in outputs),
    };
  });
  return {
    version,
    deployment: {
      ...deployment,
      resources: [
        { urn: root, custom: false, type: stackType, outputs: { [mark]: true } },
        { urn: providerUrn, custom: true, ...provider },
        ...components.values(),
        ...resources,
      ],
    },
  };
}
