// SPDX-License-Identifier: Apache-2.0

// Command cyclonus asks whether a sandbox's infra cluster obeys NetworkPolicies. Policies, pods,
// expectations and the comparison are those of upstream's Cyclonus. Upstream asks agnhost in each
// container to listen and to connect; here this program listens and connects itself, in the
// network namespaces of pods that do nothing, for it runs in the rack of the sandbox.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/mattfenwick/cyclonus/pkg/connectivity"
	"github.com/mattfenwick/cyclonus/pkg/connectivity/probe"
	"github.com/mattfenwick/cyclonus/pkg/generator"
	"github.com/mattfenwick/cyclonus/pkg/kube"
	"github.com/sirupsen/logrus"
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
)

// The pods of upstream's own defaults: three in each of three namespaces, with two ports.
var (
	namespaces = []string{"x", "y", "z"}
	podNames   = []string{"a", "b", "c"}
	ports      = []int{80, 81}
	protocols  = []v1.Protocol{v1.ProtocolTCP, v1.ProtocolUDP}
)

const (
	// How long all pods may take to run, in seconds.
	podsRun = 300
	// How long a changed policy is given before connections are tried, in seconds. A cell that differs
	// then is tried again, for a busy machine takes longer.
	policiesHold = 1
	retries      = 3
)

// failure is a case in which a connection was not what Cyclonus expects.
type failure struct {
	// Number of the case, from 1.
	Case        int      `json:"case"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	// Table of expected and seen connections for each step that differs.
	Steps []string `json:"steps"`
}

// report is what the file of --report holds at the end, as JSON.
type report struct {
	Cases       int       `json:"cases"`
	Steps       int       `json:"steps"`
	Connections int       `json:"connections"`
	Seconds     int       `json:"seconds"`
	Failures    []failure `json:"failures"`
}

func main() {
	path := flag.String("report", "", "file for the report")
	first := flag.Int("first", 1, "number of the first case to run")
	last := flag.Int("last", 0, "number of the last case to run; 0 is the last of all")
	flag.Parse()
	// Upstream logs each action; what counts is in the report.
	logrus.SetLevel(logrus.WarnLevel)
	if err := run(*path, *first, *last); err != nil {
		fmt.Fprintln(os.Stderr, "cyclonus:", err)
		os.Exit(1)
	}
}

func run(path string, first, last int) error {
	if path == "" {
		return errors.New("--report: no file is named")
	}
	client, err := kube.NewKubernetesForContext("")
	if err != nil {
		return err
	}
	// A case asks the API 40 times, for which the usual limits would need 8 seconds.
	client.RestConfig.QPS, client.RestConfig.Burst = 500, 500
	if client.ClientSet, err = kubernetes.NewForConfig(client.RestConfig); err != nil {
		return err
	}
	cluster := newCluster(client)
	resources, err := probe.NewDefaultResources(
		cluster, namespaces, podNames, ports, protocols, nil, podsRun, true, "registry.k8s.io")
	if err != nil {
		return err
	}
	interpreter := connectivity.NewInterpreter(cluster, resources, &connectivity.InterpreterConfig{
		ResetClusterBeforeTestCase:       true,
		VerifyClusterStateBeforeTestCase: true,
		KubeProbeRetries:                 retries,
		PerturbationWaitSeconds:          policiesHold,
		BatchJobs:                        true,
		IgnoreLoopback:                   true,
	})
	other, err := resources.GetPod("z", "c")
	if err != nil {
		return err
	}
	cases := generator.NewTestCaseGenerator(true, other.IP, namespaces, nil, nil).GenerateTestCases()
	if last == 0 {
		last = len(cases)
	}
	if first < 1 || first > last || last > len(cases) {
		return fmt.Errorf("--first %d --last %d: there are cases 1 to %d", first, last, len(cases))
	}
	begin := time.Now()
	result := report{Failures: []failure{}}
	for number := first; number <= last; number++ {
		began := time.Now()
		testCase := cases[number-1]
		for _, step := range testCase.Steps {
			step.Probe.Mode = generator.ProbeModePodIP
		}
		outcome := interpreter.ExecuteTestCase(testCase)
		if outcome.Err != nil {
			return fmt.Errorf("case %d, %s: %w", number, testCase.Description, outcome.Err)
		}
		result.add(number, outcome)
		word := "passed"
		if !outcome.Passed(true) {
			word = "FAILED"
		}
		fmt.Fprintf(os.Stderr, "%d of %d %s: %s (%.1f s)\n",
			number, last, word, testCase.Description, time.Since(began).Seconds())
	}
	result.Seconds = int(time.Since(begin).Seconds())
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// add counts a case, and keeps what differs in it.
func (r *report) add(number int, outcome *connectivity.Result) {
	r.Cases++
	differs := failure{Case: number, Description: outcome.TestCase.Description, Tags: outcome.TestCase.Tags.Keys()}
	for _, step := range outcome.Steps {
		r.Steps++
		comparison := step.LastComparison()
		for _, counts := range comparison.ResultsByProtocol() {
			for _, count := range counts {
				r.Connections += count
			}
		}
		if !step.Passed(true) {
			differs.Steps = append(differs.Steps, comparison.RenderSuccessTable())
		}
	}
	if len(differs.Steps) > 0 {
		r.Failures = append(r.Failures, differs)
	}
}
