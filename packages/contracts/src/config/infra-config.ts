// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, secretField, text } from './field.ts';

/** Where the kubeconfig of a cluster that already runs comes from: exactly one of the two. */
const existingCluster = field(
  z.strictObject({
    /** Name of the environment variable that names a kubeconfig file on the machine running Pulumi. */
    kubeconfigEnv: text('the name of an environment variable, such as KUBECONFIG').optional(),
    /** The kubeconfig itself, encrypted. */
    kubeconfig: secretField(z.string().min(1), 'the text of a kubeconfig').optional(),
  }),
  'a mapping with kubeconfigEnv or kubeconfig',
).refine(
  ({ kubeconfigEnv, kubeconfig }) => (kubeconfigEnv === undefined) !== (kubeconfig === undefined),
  { error: 'give exactly one of kubeconfigEnv and kubeconfig' },
);

/** Configuration of a stack of the program infra, `config.infra:*` in its YAML. */
export const infraConfig = z.strictObject({
  /** How the hosts become the infra cluster; `existing` adopts one that somebody else made. */
  provisioner: oneOf(['existing']),
  /** For `provisioner: existing`. */
  existing: existingCluster,
});

/** The checked configuration of the program infra. */
export type InfraConfig = z.output<typeof infraConfig>;
