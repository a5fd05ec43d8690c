// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import * as deserialize from '@pulumi/policy/deserialize.js';
import * as proxy from '@pulumi/policy/proxy.js';
import gstruct from 'google-protobuf/google/protobuf/struct_pb.js';

/**
 * Internals of Pulumi's library that process inputs before a policy sees them; its types do not
 * declare them.
 */
const library = { ...deserialize, ...proxy } as unknown as {
  deserializeProperties(struct: unknown, keepSecrets: boolean): object;
  unknownCheckingProxy(props: object): object;
};

/** Encodes a secret the way the engine does. */
export function sealed(value: unknown): object {
  return { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig, value };
}

/** The engine's encoding of a text that a preview does not know. */
export const unknownText = pulumi.runtime.unknownValue;

/** Returns inputs as a validation gets them. */
export function asValidation(inputs: object): object {
  const struct = gstruct.Struct.fromJavaScript(inputs as never);
  return library.unknownCheckingProxy(library.deserializeProperties(struct, false));
}

/** Returns inputs as a remediation gets them. */
export function asRemediation(inputs: object): object {
  const struct = gstruct.Struct.fromJavaScript(inputs as never);
  return library.unknownCheckingProxy(library.deserializeProperties(struct, true));
}
