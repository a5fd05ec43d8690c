// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { isCidr, parseRange } from './address-range.ts';
import { field, listOf, objectName, oneOf } from './field.ts';
import { labelKey, labels, labelValue } from './label-fields.ts';

/** Makes a field for a CIDR, as in NetworkPolicies. */
export const cidr = () =>
  field(z.stringFormat('cidr', isCidr), 'a range of addresses like "10.200.10.0/24"');

/** Makes a field for a CIDR of IPv4 addresses. */
export const ipv4Cidr = () =>
  field(
    z.stringFormat('cidr', (range) => isCidr(range) && parseRange(range)?.family === 'ipv4'),
    'a range of IPv4 addresses like "10.200.10.0/24"',
  );

/** Makes a field for a port number. */
export const portNumber = () => field(z.int().min(1).max(65_535), 'a port from 1 to 65535');

const someLabels = () => labels('a mapping of labels').optional();

/**
 * A requirement of a label selector; with `In` and `NotIn` the API server wants values, with the others
 * it refuses them.
 *
 * @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/apis/meta/v1/validation/validation.go `ValidateLabelSelectorRequirement`
 */
const requirement = field(
  z
    .strictObject({
      key: labelKey('the key of a label'),
      operator: oneOf(['Exists', 'DoesNotExist', 'In', 'NotIn']),
      values: listOf(labelValue(), 'a list of values').optional(),
    })
    .superRefine(({ operator, values = [] }, issues) => {
      const compares = operator === 'In' || operator === 'NotIn';
      if (compares === values.length > 0) return;
      const message = compares
        ? `operator: ${operator} needs at least one value`
        : `operator: ${operator} takes no values; leave them out`;
      issues.addIssue({ code: 'custom', path: ['values'], message });
    }),
  'a mapping with key, operator and values',
);

/** Makes a field for a label selector; an empty mapping selects everything. */
const selector = () =>
  field(
    z.strictObject({
      matchLabels: someLabels(),
      matchExpressions: listOf(requirement, 'a list of expressions').optional(),
    }),
    'a mapping with matchLabels or matchExpressions; {} selects everything',
  );

const ipBlock = field(
  z.strictObject({
    cidr: cidr(),
    except: listOf(cidr(), 'a list of ranges inside of cidr').optional(),
  }),
  'a mapping with cidr, which stands one level deeper than ipBlock',
);

/**
 * The other end of a connection.
 * @see
 * https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors
 */
const peer = field(
  z
    .strictObject({
      podSelector: selector().optional(),
      namespaceSelector: selector().optional(),
      ipBlock: ipBlock.optional(),
    })
    .superRefine(({ ipBlock: block, podSelector, namespaceSelector }, issues) => {
      const selecting = podSelector !== undefined || namespaceSelector !== undefined;
      if (block === undefined && !selecting) {
        issues.addIssue('names nobody; say podSelector, namespaceSelector or ipBlock');
      }
      if (block !== undefined && selecting) {
        issues.addIssue('has ipBlock and a selector; make two peers of it');
      }
    }),
  'a mapping with podSelector, namespaceSelector or ipBlock',
);

/**
 * The name of a port: it has a letter, and single dashes inside of it.
 *
 * @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/util/validation/validation.go `IsValidPortName`
 */
const portName = z
  .string()
  .max(15, { abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { abort: true })
  .refine((name) => /[a-z]/.test(name));

const port = field(
  z
    .strictObject({
      protocol: oneOf(['TCP', 'UDP', 'SCTP']).default('TCP'),
      port: field(
        z.union([z.int().min(1).max(65_535), portName]),
        'a port from 1 to 65535, or the name of one (a number without quotes; endPort for a range)',
      ),
      /** Last port of a range that begins with `port`. */
      endPort: portNumber().optional(),
    })
    .superRefine(({ port: first, endPort }, issues) => {
      if (endPort === undefined || (typeof first === 'number' && first <= endPort)) return;
      issues.addIssue({
        code: 'custom',
        path: ['endPort'],
        message: `expected a port of ${first} or more, which must be a number`,
      });
    }),
  'a mapping with protocol, port and endPort',
);

/** A list that must not be empty: Kubernetes reads an empty one as "everything". */
const someOf = <T extends z.ZodType>(item: T, what: string) =>
  field(
    z.array(item).min(1),
    `${what} with something in it: an empty one means all of them; leave it out to say that`,
  ).optional();

const emptyRule = 'is empty, which allows all traffic; name its peers or ports, or remove the rule';

const ingressRule = field(
  z
    .strictObject({ from: someOf(peer, 'a list of peers'), ports: someOf(port, 'a list of ports') })
    .refine(({ from, ports }) => from !== undefined || ports !== undefined, emptyRule),
  'a mapping with from and ports',
);

const egressRule = field(
  z
    .strictObject({ to: someOf(peer, 'a list of peers'), ports: someOf(port, 'a list of ports') })
    .refine(({ to, ports }) => to !== undefined || ports !== undefined, emptyRule),
  'a mapping with to and ports',
);

/** The spec of a NetworkPolicy, without rules that allow more than they seem to. */
const spec = field(
  z
    .strictObject({
      /** Pods of the cluster's namespace. @default all */
      podSelector: selector().default({}),
      /** @default Ingress, and Egress if there are rules for it */
      policyTypes: field(
        z.array(oneOf(['Ingress', 'Egress'])).min(1),
        'a list of "Ingress" or "Egress"',
      ).optional(),
      ingress: listOf(ingressRule, 'a list of rules').optional(),
      egress: listOf(egressRule, 'a list of rules').optional(),
    })
    .superRefine(({ policyTypes, ...rules }, issues) => {
      for (const [type, list] of [
        ['Ingress', rules.ingress],
        ['Egress', rules.egress],
      ] as const) {
        if (policyTypes === undefined || policyTypes.includes(type) || !list?.length) continue;
        issues.addIssue({
          code: 'custom',
          path: [type.toLowerCase()],
          message: `has rules that do nothing, for policyTypes does not say "${type}"`,
        });
      }
    }),
  'the spec of a NetworkPolicy',
);

/**
 * A NetworkPolicy of the owner's own in the cluster's namespace. It can only allow more.
 *
 * @see
 * https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource
 * @example
 * customNetworkPolicies:
 *   - name: ntp
 *     spec:
 *       egress:
 *         - to:
 *             - ipBlock:
 *                 cidr: 10.20.0.123/32
 *           ports:
 *             - protocol: UDP
 *               port: 123
 */
export const customNetworkPolicy = field(
  z.strictObject({ name: objectName(), spec }),
  'a mapping with name and spec',
);
