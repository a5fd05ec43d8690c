// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

// The class that the SDK's own classes extend; an import would load the SDK too early.
const { Resource } = createRequire(import.meta.url)('@pulumi/pulumi/resource.js') as {
  Resource: { stackTrace: () => readonly unknown[] };
};

/**
 * Drops the source position that the SDK sends with each resource: it contains paths of the machine
 * that runs Pulumi, and the engine keeps it, a twentieth of a user cluster's state, which nobody
 * reads.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/resource.ts `stackTrace`
 */
Resource.stackTrace = () => [];
