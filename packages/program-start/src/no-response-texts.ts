// SPDX-License-Identifier: Apache-2.0
import { sdkDependency } from './sdk-dependency.ts';

// The class that the SDK's messages extend.
const { Message } = sdkDependency('google-protobuf') as {
  Message: { prototype: { toString: () => string } };
};

/**
 * Does not write out the engine's answers: the SDK puts each of them, with all properties of its
 * resource, into the text of a debug line, which is dropped (`no-debug-lines.ts`).
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/resource.ts
 * `RegisterResource RPC finished`
 */
Message.prototype.toString = () => '[message]';
