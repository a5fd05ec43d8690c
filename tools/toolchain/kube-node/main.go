// SPDX-License-Identifier: Apache-2.0

// Command kube-node, which is called pause once it is built, is the first process of a pod: it holds
// the pod's namespaces, and takes over the processes whose parents have ended. It ends on SIGINT and
// SIGTERM. It does what build/pause/linux/pause.c of Kubernetes does, which is in no Go module.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGCHLD, syscall.SIGINT, syscall.SIGTERM)
	for received := range signals {
		if received != syscall.SIGCHLD {
			return
		}
		reap()
	}
}

// reap takes note of all children that have ended.
func reap() {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if pid <= 0 && err != syscall.EINTR {
			return
		}
	}
}
