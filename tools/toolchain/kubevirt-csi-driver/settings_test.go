// SPDX-License-Identifier: Apache-2.0

package main

import "testing"

func TestFlagsAreUpstreamsAndNoOthers(t *testing.T) {
	s, err := parseSettings([]string{"--volume-prefix=vol", "-v=5", "--run-node-service=false"}, "")
	expect(t, message(err), "")
	expect(t, []any{s.volumePrefix, s.endpoint, s.runNodeService, s.runController},
		[]any{"vol", "unix:/csi/csi.sock", false, true})
	_, err = parseSettings([]string{"--enable-detach-reconciler"}, "")
	expect(t, message(err), "flag provided but not defined: -enable-detach-reconciler")
}

func TestTheControllerIsServedAlone(t *testing.T) {
	s, _ := parseSettings(nil, "")
	expect(t, message(s.check()),
		"the sandbox has the controller service only: --run-controller-service=true --run-node-service=false")
	s, _ = parseSettings([]string{"--run-node-service=false", "--volume-prefix="}, "")
	expect(t, message(s.check()),
		"failed to configure controller service: volume-prefix must be set when deploying the controller")
}

func TestLabelsAreKeysAndValues(t *testing.T) {
	labels, err := parseLabels("a=b=c,d=")
	expect(t, message(err), "")
	expect(t, labels, map[string]string{"a": "b=c", "d": ""})
	_, err = parseLabels("")
	expect(t, message(err), "failed to parse labels: infra-cluster-labels must be set")
	_, err = parseLabels("a")
	expect(t, message(err), "failed to parse labels: bad labels format. Should be 'key=value,key=value,...'")
}

func TestWhatTheEnforcementDoesNotSayIsNotAllowed(t *testing.T) {
	rules, err := parseEnforcement("")
	expect(t, message(err), "")
	expect(t, []bool{rules.AllowAll, rules.AllowDefault}, []bool{true, true})
	rules, err = parseEnforcement(`{"allowList":["fast"],"storageSnapshotMapping":[{"storageClasses":["fast"],"volumeSnapshotClasses":["rbd"]}]}`)
	expect(t, message(err), "")
	expect(t, []bool{rules.AllowAll, rules.AllowDefault}, []bool{false, false})
	expect(t, rules.classesFor("fast"), []string{"rbd"})
	expect(t, rules.classesFor("slow"), nil)
	_, err = parseEnforcement("allowAll: 7")
	expect(t, message(err) == "", false)
}
