#!/usr/bin/env node
// The command `assay`, on any Node >= 20.
import { ensureDependencies, handOver } from './with-dependencies.mjs'

ensureDependencies()
handOver('cli/assay.ts', process.argv.slice(2))
