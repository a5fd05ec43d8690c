// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { itemsOf } from './api-objects.ts';
import type { Metadata } from './api-objects.ts';
import type { Finding } from './finding.ts';
import type { RollingMachines } from './rolling-machines.ts';

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
}

interface Webhook {
  readonly name: string;
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly clientConfig: {
    readonly service?: { readonly namespace: string; readonly name: string };
  };
  readonly rules?: readonly Rule[];
}

interface Configuration {
  readonly metadata: Metadata;
  readonly webhooks?: readonly Webhook[];
}

interface EndpointSlice {
  /** Null where there are none. */
  readonly endpoints:
    | readonly {
        readonly nodeName?: string;
        readonly conditions?: { readonly ready?: boolean };
      }[]
    | null;
}

const kinds = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const;

/** Objects that the API server writes during a roll: resources and operations, by API group. */
const writes = [
  { group: '', resources: ['pods'], operations: ['CREATE'] },
  { group: '', resources: ['nodes'], operations: ['CREATE', 'UPDATE'] },
  { group: 'coordination.k8s.io', resources: ['leases'], operations: ['CREATE', 'UPDATE'] },
  { group: 'storage.k8s.io', resources: ['volumeattachments'], operations: ['CREATE'] },
] as const;

/** Returns whether a webhook is asked about something without which a roll cannot go on. */
function isAsked({ rules = [] }: Webhook): boolean {
  const includes = (list: readonly string[] | undefined, ...wanted: readonly string[]) =>
    list?.some((one) => one === '*' || one === '*/*' || wanted.includes(one)) === true;
  return writes.some(({ group, operations, resources }) =>
    rules.some(
      (rule) =>
        includes(rule.apiGroups, group) &&
        includes(rule.resources, ...resources) &&
        includes(rule.operations, ...operations),
    ),
  );
}

async function findingOf(
  api: ApiClient,
  { name, clientConfig: { service } }: Webhook,
  configuration: string,
  machines: RollingMachines,
): Promise<Finding[]> {
  if (service === undefined) return [];
  const path =
    `/apis/discovery.k8s.io/v1/namespaces/${service.namespace}/endpointslices` +
    `?labelSelector=${encodeURIComponent(`kubernetes.io/service-name=${service.name}`)}`;
  const slices = await itemsOf<EndpointSlice>(api, path);
  const ready = slices
    .flatMap(({ endpoints }) => endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false);
  const nodes = [...new Set(ready.map(({ nodeName = '' }) => nodeName))];
  const [only] = nodes;
  if (nodes.length > 1 || (only !== undefined && !machines.has(only))) return [];
  const why =
    only === undefined
      ? 'no pod of it is ready now'
      : `all that answer for it are on ${only}, which is replaced`;
  return [
    {
      weight: 'blocks',
      text:
        `webhook ${name} of ${configuration} (Service ${service.namespace}/${service.name}) refuses ` +
        `when it does not answer, and ${why}: meanwhile what it is asked about cannot be written, and ` +
        'that can be its own pod',
    },
  ];
}

/**
 * Finds webhooks that fail closed, are asked about what a roll needs, and would not answer during it.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy
 */
export async function findFailingWebhooks(
  api: ApiClient,
  machines: RollingMachines,
): Promise<Finding[]> {
  const group = '/apis/admissionregistration.k8s.io/v1';
  const lists = kinds.map(async (kind) => {
    const all = await itemsOf<Configuration>(api, `${group}/${kind.toLowerCase()}s`);
    return all.flatMap(({ metadata, webhooks = [] }) =>
      webhooks
        .filter((webhook) => webhook.failurePolicy !== 'Ignore' && isAsked(webhook))
        .map((webhook) => findingOf(api, webhook, `${kind} ${metadata.name}`, machines)),
    );
  });
  return (await Promise.all((await Promise.all(lists)).flat())).flat();
}
