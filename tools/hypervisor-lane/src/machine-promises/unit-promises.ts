// SPDX-License-Identifier: Apache-2.0
import type { MachinePromise } from './promise.ts';

const all = 'guest/systemd/systemd.ts';
const systemctl = 'guest/systemd/systemctl.ts';
const service = 'guest/systemd/file-service.ts';
const file = 'guest/systemd/unit-file.ts';
const order = 'guest/systemd/unit-order.ts';

/** Answers of systemctl, and how units behave. */
export const unitPromises: readonly MachinePromise[] = [
  {
    check: 'unknown_units',
    played: [systemctl],
    upstream: 'systemd src/systemctl/systemctl-is-active.c EXIT_PROGRAM_OR_SERVICES_STATUS_UNKNOWN',
    expects:
      'of a unit that does not exist, is-active, is-enabled and status end with 4, and start with 5',
  },
  {
    check: 'removed_unit',
    played: [all, systemctl],
    upstream: 'systemd src/core/manager.c manager_reload',
    expects:
      'a unit whose file is gone does not exist any more after daemon-reload, or after reset-failed when it has failed',
  },
  {
    check: 'node_units',
    played: [all, systemctl],
    upstream: 'systemd src/systemctl/systemctl-is-enabled.c verb_is_enabled',
    expects: 'the units of a node are active and enabled',
  },
  {
    check: 'static_unit',
    played: [systemctl],
    upstream: 'systemd src/systemctl/systemctl-is-enabled.c static',
    expects: 'a unit that nothing can enable is static, and is-enabled succeeds',
  },
  {
    check: 'one_shot',
    played: [service],
    upstream: 'systemd src/core/service.c remain_after_exit',
    expects: 'a oneshot is inactive after its end, and active with RemainAfterExit=',
  },
  {
    check: 'failing_command',
    played: [service, file],
    upstream: 'systemd src/core/service.c service_enter_start',
    expects:
      'a command that fails makes its unit fail and is the last one, unless it begins with -',
  },
  {
    check: 'restarts',
    played: [service],
    upstream: 'systemd src/core/service.c service_shall_restart',
    expects: 'a service with Restart=always is started again after its end',
  },
  {
    check: 'unit_environment',
    played: [service, file],
    upstream: 'systemd src/core/load-fragment.c config_parse_environ',
    expects: 'commands have the variables of Environment=',
  },
  {
    check: 'quoted_words',
    played: [file],
    upstream: 'systemd src/basic/extract-word.c EXTRACT_UNQUOTE',
    expects: 'quotes make one word of a command line',
  },
  {
    check: 'time_limit',
    played: [service, file],
    upstream: 'systemd src/basic/time-util.c parse_time',
    expects: 'a start ends after TimeoutStartSec=, of which parts may have units',
  },
  {
    check: 'unit_order',
    played: [order, all],
    upstream: 'systemd src/core/transaction.c transaction_verify_order_one',
    expects: 'a unit starts what it wants, and after it when it says After=',
  },
  {
    check: 'stop_command',
    played: [service],
    upstream: 'systemd src/core/service.c service_enter_stop',
    expects: 'a stop runs ExecStop=',
  },
  {
    check: 'template_instance',
    played: [all],
    upstream: 'systemd src/basic/unit-name.c unit_name_template',
    expects: 'an instance of a template has its name for %i',
  },
  {
    check: 'enabled_unit',
    played: [all, systemctl],
    upstream: 'systemd src/shared/install.c unit_file_enable',
    expects: 'enable makes a link below the target, disable removes it, and is-enabled says so',
  },
];
