/* pool.c - a fixed set of worker threads that share out numbered tasks. */
#include "base/base.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    int n_workers, n_busy;
    bool stop;
    unsigned long round; /* raised for each pool_run, so that a worker joins each one once */
    pool_task *run;
    void *context;
    int n_tasks;
    atomic_int next_task;
    pthread_t *threads; /* n_workers - 1: the caller of pool_run is worker 0 */
};

struct worker_start {
    struct pool *pool;
    int worker;
};

static void take_tasks(struct pool *pool, int worker)
{
    for (;;) {
        int task = atomic_fetch_add_explicit(&pool->next_task, 1, memory_order_relaxed);
        if (task >= pool->n_tasks)
            return;
        pool->run(pool->context, task, worker);
    }
}

static void *worker_main(void *argument)
{
    struct worker_start start = *(struct worker_start *)argument;
    xfree(argument);
    struct pool *pool = start.pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->stop)
            pthread_cond_wait(&pool->start, &pool->lock);
        if (pool->stop)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_tasks(pool, start.worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->n_busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

int cpu_count(void)
{
    cpu_set_t mine; /* mpirun, Slurm and containers give a process some of the machine's cores */
    if (sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) > 0)
        return CPU_COUNT(&mine);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (int)n;
}

struct pool *pool_new(int n_workers)
{
    struct pool *pool = xmalloc(sizeof *pool);
    *pool = (struct pool){.n_workers = MAX(n_workers, 1)};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->threads = xmalloc(sizeof *pool->threads * (size_t)pool->n_workers);
    for (int i = 1; i < pool->n_workers; i++) {
        struct worker_start *start = xmalloc(sizeof *start);
        *start = (struct worker_start){pool, i};
        CHECK(pthread_create(&pool->threads[i], NULL, worker_main, start) == 0);
    }
    return pool;
}

int pool_size(const struct pool *pool)
{
    return pool->n_workers;
}

void pool_run(struct pool *pool, int n_tasks, pool_task *run, void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->run = run;
    pool->context = context;
    pool->n_tasks = n_tasks;
    atomic_store(&pool->next_task, 0);
    pool->n_busy = pool->n_workers - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    take_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->n_busy > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->n_workers; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->start);
    pthread_cond_destroy(&pool->done);
    xfree(pool->threads);
    xfree(pool);
}
