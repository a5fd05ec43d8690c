// SPDX-License-Identifier: Apache-2.0

/**
 * Stack traces as Node writes them. Pulumi's runner looks up every frame of every trace in source
 * maps, and its SDK takes a trace for each promise: 1.0 of the 2.6 s of CPU that the program of a user
 * cluster took. Nothing is lost: Node strips types in place, so lines and columns are those of the TypeScript as they are.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/index.ts source-map-support
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/debuggable.ts
 */
(Error as { prepareStackTrace?: unknown }).prepareStackTrace = undefined;
