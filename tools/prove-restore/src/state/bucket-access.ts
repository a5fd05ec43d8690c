// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { plainValue } from './plain-value.ts';
import { nameOf } from './state-file.ts';
import type { StateResource } from './state-file.ts';

/** How the backups of a cluster reach their bucket. Parts that the stack does not know are missing. */
export interface BucketAccess {
  readonly region?: string;
  /** Undefined when somebody else has made the Secret with them (`credentials.secretName`). */
  readonly keys?: { readonly id: string; readonly secret: string };
  /** Certificate of the authority that has signed the server's, in PEM. */
  readonly authorityPem?: string;
}

const variable = z.object({ name: z.string(), value: z.string().optional() });
const containers = z.array(z.object({ env: z.array(variable).default([]) }));
const job = z.object({
  spec: z.object({
    jobTemplate: z.object({
      spec: z.object({ template: z.object({ spec: z.object({ containers }) }) }),
    }),
  }),
});
const store = z.object({
  stringData: z.object({ accessKeyId: z.string(), secretKey: z.string() }),
});
const settings = z.object({ data: z.object({ 'authority.pem': z.string() }) });

/** Returns how the job of a cluster's backups reaches their bucket. */
export function bucketAccess(resources: readonly StateResource[], cluster: string): BucketAccess {
  const inputs = <T>(part: string, schema: z.ZodType<T>) => {
    const found = resources.find((one) => nameOf(one) === `${cluster}-services-backup-${part}`);
    return schema.safeParse(plainValue(found?.inputs ?? {})).data;
  };
  const region = inputs('job', job)
    ?.spec.jobTemplate.spec.template.spec.containers.flatMap(({ env }) => env)
    .find(({ name }) => name === 'AWS_DEFAULT_REGION')?.value;
  const keys = inputs('store', store)?.stringData;
  const authorityPem = inputs('settings', settings)?.data['authority.pem'];
  return {
    ...(region !== undefined && { region }),
    ...(keys !== undefined && { keys: { id: keys.accessKeyId, secret: keys.secretKey } }),
    ...(authorityPem !== undefined && { authorityPem }),
  };
}
