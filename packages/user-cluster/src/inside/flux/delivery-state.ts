// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '@strata/contracts';

/** Result that a controller has written on an object. @see https://github.com/fluxcd/pkg/blob/main/apis/meta/conditions.go */
interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly message: string;
  readonly observedGeneration?: number;
}

interface Reconciled {
  readonly metadata: { readonly generation: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** A GitRepository, as far as messages tell of it. */
export interface FoundRepository extends Reconciled {
  readonly spec: { readonly url: string; readonly interval: string };
  readonly status?: Reconciled['status'] & {
    readonly artifact?: { readonly revision: string };
  };
}

/** A Kustomization, as far as messages tell of it. */
export interface FoundKustomization extends Reconciled {
  readonly spec: { readonly path: string };
  readonly status?: Reconciled['status'] & { readonly lastAppliedRevision?: string };
}

/** Objects of a delivery as the cluster has them. */
export interface FoundDelivery {
  readonly repository: FoundRepository;
  readonly kustomization: FoundKustomization;
}

/** Message about a delivery. */
export interface DeliveryMessage {
  readonly severity: 'info' | 'warn';
  readonly text: string;
}

/** Returns what a controller has said about the object as it is now; undefined while it is at work. */
function verdictOf({ metadata, status }: Reconciled): Condition | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready === undefined || ready.status === 'Unknown') return undefined;
  return (ready.observedGeneration ?? 0) < metadata.generation ? undefined : ready;
}

/**
 * Messages of a Kustomization that has no commit yet. Its reason is that of a folder that does not exist, too.
 *
 * @see https://github.com/fluxcd/kustomize-controller/blob/v1.9.5/internal/controller/kustomization_controller.go
 */
const waitsForSource = /artifact not found, retrying/i;

/**
 * Returns what is to be said about a delivery; undefined while Flux is still at work.
 *
 * @param cluster - name of the user cluster.
 */
export function deliveryMessage(
  { repository, kustomization }: FoundDelivery,
  cluster: string,
): DeliveryMessage | undefined {
  const about = `delivery.flux of the user cluster "${cluster}"`;
  const { interval, url } = repository.spec;
  const again = `Flux tries again every ${interval}`;
  const fetched = verdictOf(repository);
  if (fetched === undefined) return undefined;
  if (fetched.status === 'False') {
    const text = `${about}: ${url} cannot be fetched: ${oneLine(fetched.message)}. ${again}`;
    return { severity: 'warn', text };
  }
  const applied = verdictOf(kustomization);
  const revision = repository.status?.artifact?.revision;
  if (revision === undefined || applied === undefined) return undefined;
  if (waitsForSource.test(applied.message)) return undefined;
  if (applied.status === 'False') {
    const text = `${about}: ${kustomization.spec.path} of ${revision} cannot be applied: ${oneLine(applied.message)}. ${again}`;
    return { severity: 'warn', text };
  }
  if (kustomization.status?.lastAppliedRevision !== revision) return undefined;
  return { severity: 'info', text: `${about}: ${revision} of ${url} is applied` };
}
