// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from './user-cluster-config.ts';

/** Schema of the keys that a profile may set: those of a cluster, without `extends`. */
export const profileConfig = userClusterConfig.omit({ extends: true });
