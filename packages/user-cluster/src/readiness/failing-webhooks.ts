// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { itemsOf, nameList } from './api-objects.ts';
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

/** Requests that write: resources and operations, by API group. */
interface Write {
  readonly group: string;
  readonly resources: readonly string[];
  readonly operations: readonly string[];
}

/** Objects that the API server writes during a roll. */
const writes: readonly Write[] = [
  { group: '', resources: ['pods', 'pods/eviction'], operations: ['CREATE'] },
  { group: '', resources: ['nodes'], operations: ['CREATE', 'UPDATE'] },
  { group: 'coordination.k8s.io', resources: ['leases'], operations: ['CREATE', 'UPDATE'] },
  { group: 'storage.k8s.io', resources: ['volumeattachments'], operations: ['CREATE'] },
];

/** Objects that updates write as well, also while no pool has a machine: tokens by which machines join. */
const writesOfUpdates: readonly Write[] = [
  { group: '', resources: ['secrets'], operations: ['CREATE', 'UPDATE', 'DELETE'] },
];

/**
 * Returns whether the resources of a rule include a resource, or a subresource such as `pods/eviction`.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go (resource)
 */
function isMeant(list: readonly string[] | undefined, wanted: string): boolean {
  const [resource = '', subresource = ''] = wanted.split('/');
  return (list ?? []).some((one) => {
    const [first = '', second = ''] = one.split('/');
    return (first === '*' || first === resource) && (second === '*' || second === subresource);
  });
}

/** Returns whether a webhook is asked about one of these objects. */
function isAsked({ rules = [] }: Webhook, needed: readonly Write[]): boolean {
  const includes = (list: readonly string[] | undefined, ...wanted: readonly string[]) =>
    list?.some((one) => one === '*' || wanted.includes(one)) === true;
  return needed.some(({ group, operations, resources }) =>
    rules.some(
      (rule) =>
        includes(rule.apiGroups, group) &&
        resources.some((resource) => isMeant(rule.resources, resource)) &&
        includes(rule.operations, ...operations),
    ),
  );
}

/**
 * Returns why nothing would answer at some time, as the end of "and ..."; undefined where something does.
 *
 * @param nodes - of the pods that answer now.
 */
function whyNobodyAnswers(nodes: readonly string[], machines: RollingMachines): string | undefined {
  const [only, ...others] = nodes;
  if (only === undefined) {
    return machines.noneStays ? 'no pod of it will be ready' : 'no pod of it is ready now';
  }
  if (nodes.every((node) => machines.leaves(node))) {
    return `all that answer for it are on ${nameList(nodes)}, which ${others.length > 0 ? 'go' : 'goes'}`;
  }
  return others.length === 0 && machines.has(only)
    ? `all that answer for it are on ${only}, which is replaced`
    : undefined;
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
  const why = whyNobodyAnswers(nodes, machines);
  if (why === undefined) return [];
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
 * Finds webhooks that fail closed, are asked about what a roll or an update needs, and would not answer
 * during it.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy
 */
export async function findFailingWebhooks(
  api: ApiClient,
  machines: RollingMachines,
): Promise<Finding[]> {
  const group = '/apis/admissionregistration.k8s.io/v1';
  const needed = machines.noneStays ? [...writes, ...writesOfUpdates] : writes;
  const lists = kinds.map(async (kind) => {
    const all = await itemsOf<Configuration>(api, `${group}/${kind.toLowerCase()}s`);
    return all.flatMap(({ metadata, webhooks = [] }) =>
      webhooks
        .filter((webhook) => webhook.failurePolicy !== 'Ignore' && isAsked(webhook, needed))
        .map((webhook) => findingOf(api, webhook, `${kind} ${metadata.name}`, machines)),
    );
  });
  return (await Promise.all((await Promise.all(lists)).flat())).flat();
}
