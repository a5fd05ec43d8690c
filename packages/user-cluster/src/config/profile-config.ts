// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from './user-cluster-config.ts';

/** What a profile may have a part of: the configuration of a cluster, without further profiles. */
export const profileConfig = userClusterConfig.omit({ extends: true });
