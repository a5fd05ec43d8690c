// SPDX-License-Identifier: Apache-2.0
import { metricsOf } from './metric-list.ts';

/**
 * The metrics that CDI exports, without its recording rules.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/metrics.md
 */
export const cdi = metricsOf({
  counter: `
    kubevirt_cdi_clone_progress_total kubevirt_cdi_import_progress_total
    kubevirt_cdi_openstack_populator_progress_total kubevirt_cdi_ovirt_progress_total
  `,
  gauge: `
    kubevirt_cdi_cr_ready kubevirt_cdi_dataimportcron_outdated kubevirt_cdi_datavolume_pending
    kubevirt_cdi_storageprofile_info
  `,
});
