// SPDX-License-Identifier: Apache-2.0
import '@strata/contracts/program-start';
import '@pulumi/pulumi';
