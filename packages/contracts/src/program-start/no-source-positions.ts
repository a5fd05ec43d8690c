// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

// The very class that the SDK's own are made of: an import would load the SDK before its turn.
const { Resource } = createRequire(import.meta.url)('@pulumi/pulumi/resource.js') as {
  Resource: { stackTrace: () => readonly unknown[] };
};

/**
 * The SDK sends with each resource where the program has made it, by the paths of whoever runs it, and
 * the engine keeps that: a twentieth of the state of a user cluster, which nobody reads.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/resource.ts `stackTrace`
 */
Resource.stackTrace = () => [];
