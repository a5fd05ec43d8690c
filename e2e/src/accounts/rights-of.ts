// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import type { RackSession } from '@strata/sandbox';

interface Review {
  readonly status: {
    readonly resourceRules: readonly {
      readonly apiGroups?: readonly string[];
      readonly resources?: readonly string[];
      readonly verbs: readonly string[];
      readonly resourceNames?: readonly string[];
    }[];
  };
}

/** One verb on one kind, such as `get services` or `bind roles.rbac.authorization.k8s.io named a`. */
function words(
  group: string,
  resources: readonly string[],
  verbs: readonly string[],
  names: readonly string[] = [],
): string[] {
  const suffixes = names.length === 0 ? [''] : names.map((name) => ` named ${name}`);
  return resources.flatMap((resource) =>
    verbs.flatMap((verb) =>
      suffixes.map((suffix) => `${verb} ${resource}${group && `.${group}`}${suffix}`),
    ),
  );
}

/** Rights of a table, one by one. */
export function wordsOf(rights: readonly Right[]): Set<string> {
  return new Set(
    rights.flatMap(({ group, resources, verbs, names }) => words(group, resources, verbs, names)),
  );
}

/**
 * Returns the rights that the owner of a kubeconfig has in a namespace, as the API server reports
 * them. Rights in the whole cluster are included.
 *
 * @param kubeconfig - path of a kubeconfig of the infra cluster.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-rules-review-v1/
 */
export async function rightsOf(
  session: RackSession,
  kubeconfig: string,
  namespace: string,
): Promise<Set<string>> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    spec: { namespace },
  };
  const { code, stdout, stderr } = await session.capture([
    'sh',
    '-c',
    'printf %s "$1" | kubectl --kubeconfig "$2" create --validate=false -o json -f -',
    'sh',
    JSON.stringify(review),
    kubeconfig,
  ]);
  if (code !== 0) throw new Error(stderr);
  const { resourceRules } = (JSON.parse(stdout) as Review).status;
  return new Set(
    resourceRules.flatMap(({ apiGroups = [], resources = [], verbs, resourceNames }) =>
      apiGroups.flatMap((group) => words(group, resources, verbs, resourceNames)),
    ),
  );
}
