// SPDX-License-Identifier: Apache-2.0

/** The environment whose infra cluster is the sandbox: its commands are run inside the rack. */
export const sandboxEnvironment = 'sandbox';
