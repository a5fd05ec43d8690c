// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from './user-cluster-config.ts';

/** Schema of the keys that a profile may set: those of a cluster that can be of several clusters. */
export const profileConfig = userClusterConfig.omit({ extends: true, pullRequest: true });
