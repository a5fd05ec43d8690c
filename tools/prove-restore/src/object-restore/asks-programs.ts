// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { systemNamespaces } from './left-out-kinds.ts';
import type { Manifest } from './manifest.ts';
import { judgesRequests } from './order-of-kinds.ts';

const asked = z.object({ service: z.object({ namespace: z.string() }).nullish() });

/** Objects by which an API server asks Services: about requests, or for kinds that others serve. */
const askers = z.object({
  spec: asked.optional(),
  webhooks: z.array(z.object({ clientConfig: asked })).default([]),
});

/**
 * Returns whether an API server asks programs of tenants because of an object: a webhook refuses all that it is
 * about while its program does not run, unless it says that it may be ignored, and namespaces are not deleted
 * while an API that another server has does not answer.
 */
export function asksPrograms(manifest: Manifest): boolean {
  if (!judgesRequests(manifest)) return false;
  const { data } = askers.safeParse(manifest);
  const all = [data?.spec, ...(data?.webhooks ?? []).map(({ clientConfig }) => clientConfig)];
  return all.some((one) => one?.service != null && !systemNamespaces.has(one.service.namespace));
}
