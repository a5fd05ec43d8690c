// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import * as deserialize from '@pulumi/policy/deserialize.js';
import * as proxy from '@pulumi/policy/proxy.js';
import gstruct from 'google-protobuf/google/protobuf/struct_pb.js';

/** What Pulumi's own library does with inputs before a policy sees them; its types hide it. */
const library = { ...deserialize, ...proxy } as unknown as {
  deserializeProperties(struct: unknown, keepSecrets: boolean): object;
  unknownCheckingProxy(props: object): object;
};

/** How the engine writes a secret. */
export function sealed(value: unknown): object {
  return { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value };
}

/** How the engine writes a text that a preview does not know. */
export const unknownText = pulumi.runtime.unknownValue;

/** Inputs as a validation gets them. */
export function asValidation(inputs: object): object {
  const struct = gstruct.Struct.fromJavaScript(inputs as never);
  return library.unknownCheckingProxy(library.deserializeProperties(struct, false));
}

/** Inputs as a remediation gets them. */
export function asRemediation(inputs: object): object {
  const struct = gstruct.Struct.fromJavaScript(inputs as never);
  return library.unknownCheckingProxy(library.deserializeProperties(struct, true));
}
