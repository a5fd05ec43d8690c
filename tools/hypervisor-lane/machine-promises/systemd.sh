# SPDX-License-Identifier: Apache-2.0
# systemd of a machine: what systemctl answers, and how units of its own behave. Read library.sh first.

# Paths of everything that the checks make begin so.
unit=/etc/systemd/system/strata-promise
trace=/run/strata-promise

clean_up() {
  for file in "$unit"*.service; do
    if [ -e "$file" ]; then systemctl stop "$(basename "$file")" > /dev/null 2>&1; fi
  done
  rm -f "$unit"* "$trace"* /etc/systemd/system/multi-user.target.wants/strata-promise*
  systemctl daemon-reload
  # A unit that has failed stays known without its file, and the machine counts as degraded.
  systemctl reset-failed 'strata-promise*' > /dev/null 2>&1
}

# Begins a check that makes units; at its end they are gone. Those of a run that was killed go first.
makes_units() {
  acts
  command -v systemctl > /dev/null || unasked 'there is no systemctl'
  cleans_up_by clean_up
  for file in "$unit"* "$trace"*; do
    [ ! -e "$file" ] || clean_up
  done
}

# service NAME LINE...: writes strata-promise-NAME.service with the lines in its section Service.
service() {
  file=$unit-$1.service
  shift
  {
    echo '[Service]'
    printf '%s\n' "$@"
  } > "$file"
  systemctl daemon-reload
}

# state_of NAME: prints the state of a unit that a check has made, and the exit code of the question.
state_of() {
  state=$(systemctl is-active "strata-promise-$1.service")
  echo "$state $?"
}

unknown_units() {
  none=strata-none.service
  expect 'is-active' "$(systemctl is-active "$none") $(code_of systemctl is-active "$none")" 'inactive 4'
  expect 'is-enabled' "$(systemctl is-enabled "$none") $(code_of systemctl is-enabled "$none")" 'not-found 4'
  expect 'status' "$(code_of systemctl status "$none")" 4
  expect 'start' "$(code_of systemctl start "$none")" 5
}

removed_unit() {
  makes_units
  service gone 'Type=oneshot' 'ExecStart=/bin/true'
  expect 'is-active while its file is there' "$(state_of gone)" 'inactive 3'
  rm "$unit-gone.service"
  systemctl daemon-reload
  expect 'is-active after daemon-reload' "$(state_of gone)" 'inactive 4'
  service failed 'Type=oneshot' 'ExecStart=/bin/false'
  systemctl start strata-promise-failed > /dev/null 2>&1
  rm "$unit-failed.service"
  systemctl daemon-reload
  expect 'is-active of one that has failed' "$(state_of failed)" 'failed 4'
  systemctl reset-failed strata-promise-failed.service
  expect 'is-active of it after reset-failed' "$(state_of failed)" 'inactive 4'
}

node_units() {
  of_strata
  for name in containerd kubelet strata-bootstrap strata-node strata-drain; do
    expect "is-active $name" "$(systemctl is-active "$name.service")" active
    expect "is-enabled $name" "$(systemctl is-enabled "$name.service")" enabled
  done
}

static_unit() {
  of_strata
  template=strata-grow@.service
  [ -e "/etc/systemd/system/$template" ] || unasked "this machine has no $template"
  expect 'is-enabled' "$(systemctl is-enabled "$template") $(code_of systemctl is-enabled "$template")" 'static 0'
}

one_shot() {
  makes_units
  service ends 'Type=oneshot' 'ExecStart=/bin/true'
  service stays 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=/bin/true'
  expect 'start' "$(code_of systemctl start strata-promise-ends strata-promise-stays)" 0
  expect 'without RemainAfterExit' "$(state_of ends)" 'inactive 3'
  expect 'with it' "$(state_of stays)" 'active 0'
}

failing_command() {
  makes_units
  service fails 'Type=oneshot' 'ExecStart=/bin/false' "ExecStart=/bin/touch $trace-after"
  service may-fail 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=-/bin/false'
  expect 'start of one that fails' "$(code_of systemctl start strata-promise-fails)" 1
  expect 'its state' "$(state_of fails)" 'failed 3'
  [ ! -e "$trace-after" ] || broken 'the command after the one that has failed did run'
  expect 'start of one that may fail' "$(code_of systemctl start strata-promise-may-fail)" 0
  expect 'its state' "$(state_of may-fail)" 'active 0'
}

has_started_again() {
  [ "$(wc -l < "$trace-starts")" -ge 2 ]
}

restarts() {
  makes_units
  service again 'Restart=always' 'RestartSec=1' "ExecStart=/bin/sh -c \"echo >> $trace-starts\""
  systemctl start strata-promise-again
  await 30 has_started_again
  starts=$(wc -l < "$trace-starts")
  echo "$starts starts"
  [ "$starts" -ge 2 ]
}

unit_environment() {
  makes_units
  lines="Environment=\"STRATA_WORD=two words\" STRATA_OTHER=x"
  command="ExecStart=/bin/sh -c \"echo \$STRATA_WORD,\$STRATA_OTHER > $trace-words\""
  service words "$lines" "$command" 'Type=oneshot'
  service simple "$lines" "ExecStart=/bin/sh -c \"echo \$STRATA_OTHER > $trace-simple; exec sleep 60\""
  systemctl start strata-promise-words strata-promise-simple
  await 30 test -s "$trace-words"
  await 30 test -s "$trace-simple"
  expect 'of a oneshot' "$(cat "$trace-words" 2>&1)" 'two words,x'
  expect 'of a simple one' "$(cat "$trace-simple" 2>&1)" x
}

quoted_words() {
  makes_units
  service quotes 'Type=oneshot' "ExecStart=/bin/touch \"$trace a b\" '$trace c'"
  systemctl start strata-promise-quotes
  [ -e "$trace a b" ] && [ -e "$trace c" ] || broken 'quotes do not make one word'
}

time_limit() {
  makes_units
  service slow 'Type=oneshot' 'TimeoutStartSec=0min 1s' 'ExecStart=/bin/sleep 30'
  began=$(date +%s)
  expect 'start of one that takes too long' "$(code_of systemctl start strata-promise-slow)" 1
  took=$(($(date +%s) - began))
  echo "$took seconds"
  [ "$took" -lt 20 ]
}

unit_order() {
  makes_units
  both='Type=oneshot'
  printf '[Unit]\nWants=strata-promise-first.service\nAfter=strata-promise-first.service\n' > "$unit-order"
  service first "$both" "ExecStart=/bin/sh -c \"sleep 1; echo first >> $trace-order\""
  service second "$both" "ExecStart=/bin/sh -c \"echo second >> $trace-order\""
  cat "$unit-order" >> "$unit-second.service"
  systemctl daemon-reload
  systemctl start strata-promise-second
  expect 'the order' "$(tr '\n' ' ' < "$trace-order")" 'first second '
}

stop_command() {
  makes_units
  service stops 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=/bin/true' "ExecStop=/bin/touch $trace-stopped"
  systemctl start strata-promise-stops
  expect 'stop' "$(code_of systemctl stop strata-promise-stops)" 0
  [ -e "$trace-stopped" ] || broken 'ExecStop= did not run'
  expect 'its state' "$(state_of stops)" 'inactive 3'
}

template_instance() {
  makes_units
  service x 'Type=oneshot' "ExecStart=/bin/touch $trace-%i"
  mv "$unit-x.service" "$unit@.service"
  systemctl daemon-reload
  expect 'start' "$(code_of systemctl start strata-promise@one.service)" 0
  [ -e "$trace-one" ] || broken '%i is not the name of the instance'
}

enabled_unit() {
  makes_units
  service kept 'ExecStart=/bin/true'
  printf '[Install]\nWantedBy=multi-user.target\n' >> "$unit-kept.service"
  systemctl daemon-reload
  name=strata-promise-kept.service
  link=/etc/systemd/system/multi-user.target.wants/$name
  expect 'before' "$(systemctl is-enabled "$name") $(code_of systemctl is-enabled "$name")" 'disabled 1'
  expect 'enable' "$(code_of systemctl enable "$name")" 0
  expect 'the link' "$(readlink "$link")" "/etc/systemd/system/$name"
  expect 'after' "$(systemctl is-enabled "$name") $(code_of systemctl is-enabled "$name")" 'enabled 0'
  expect 'disable' "$(code_of systemctl disable "$name")" 0
  [ ! -e "$link" ] || broken 'disable leaves the link'
}
