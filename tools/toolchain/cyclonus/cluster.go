// SPDX-License-Identifier: Apache-2.0
package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mattfenwick/cyclonus/pkg/kube"
	"github.com/mattfenwick/cyclonus/pkg/worker"
	v1 "k8s.io/api/core/v1"
)

// The image that does nothing but hold its pod's network.
const pauseImage = "registry.k8s.io/pause:3.10"

const (
	// How long a pod may take to run, and a new namespace to have its ServiceAccount.
	patience = 2 * time.Minute
	poll     = 200 * time.Millisecond
)

// cluster is the infra cluster of the rack, as Cyclonus asks for one: all but what happens inside
// containers is the API's.
type cluster struct {
	*kube.Kubernetes
	mutex sync.Mutex
	// Network namespaces by pod, as NAMESPACE/NAME.
	networks map[string]string
}

func newCluster(client *kube.Kubernetes) *cluster {
	return &cluster{Kubernetes: client, networks: map[string]string{}}
}

// CreatePod makes a pod, waits until it runs, and listens at its ports.
func (c *cluster) CreatePod(wanted *v1.Pod) (*v1.Pod, error) {
	pod := wanted.DeepCopy()
	for i := range pod.Spec.Containers {
		container := &pod.Spec.Containers[i]
		container.Image, container.Command, container.Env = pauseImage, nil, nil
	}
	for begin := time.Now(); ; time.Sleep(poll) {
		_, err := c.Kubernetes.CreatePod(pod)
		if err == nil {
			break
		}
		// A namespace has no ServiceAccount in its first moments.
		if time.Since(begin) > patience {
			return nil, err
		}
	}
	running, err := c.waitUntilRunning(pod.Namespace, pod.Name)
	if err != nil {
		return nil, err
	}
	network := networkOf(running)
	c.mutex.Lock()
	c.networks[pod.Namespace+"/"+pod.Name] = network
	c.mutex.Unlock()
	for _, container := range pod.Spec.Containers {
		for _, port := range container.Ports {
			if err := listen(network, port.Protocol, int(port.ContainerPort)); err != nil {
				return nil, err
			}
		}
	}
	return running, nil
}

func (c *cluster) waitUntilRunning(namespace, name string) (*v1.Pod, error) {
	for begin := time.Now(); ; time.Sleep(poll) {
		pod, err := c.GetPod(namespace, name)
		if err != nil {
			return nil, err
		}
		if pod.Status.Phase == v1.PodRunning && pod.Status.PodIP != "" {
			return pod, nil
		}
		if time.Since(begin) > patience {
			return nil, fmt.Errorf("pod %s/%s does not run: %s", namespace, name, pod.Status.Phase)
		}
	}
}

// networkOf is the name of a pod's network namespace, as packages/sandbox/src/kubelet/pod-network.ts
// gives it.
func networkOf(pod *v1.Pod) string {
	return "p" + strings.ReplaceAll(string(pod.UID), "-", "")[:12]
}

// ExecuteRemoteCommand does what Cyclonus' own worker does in a container: it tries a batch of
// connections, and prints what came of them.
//
// See https://github.com/mattfenwick/cyclonus/blob/v0.5.6/pkg/worker/worker.go
func (c *cluster) ExecuteRemoteCommand(namespace, pod, _ string, command []string) (string, string, error, error) {
	if len(command) != 3 || command[0] != "/worker" {
		return "", "", nil, fmt.Errorf("not a batch of connections: %v", command)
	}
	var batch worker.Batch
	if err := json.Unmarshal([]byte(command[2]), &batch); err != nil {
		return "", "", nil, err
	}
	c.mutex.Lock()
	network := c.networks[namespace+"/"+pod]
	c.mutex.Unlock()
	results := make([]worker.Result, len(batch.Requests))
	var all sync.WaitGroup
	for i, request := range batch.Requests {
		all.Go(func() {
			results[i].Request = request
			if err := connect(network, request.Protocol, request.Address()); err != nil {
				results[i].Error = err.Error()
			}
		})
	}
	all.Wait()
	text, err := json.Marshal(results)
	return string(text), "", nil, err
}
