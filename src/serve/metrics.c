/* metrics.c - what the server counts, in the text format of Prometheus. */
#include "serve/internal.h"

#include "version.h"

#include <string.h>
#include <unistd.h>

const char *const route_labels[N_ROUTES] = {
    [ROUTE_ASK] = "/v1/ask", [ROUTE_RUN] = "/v1/run", [ROUTE_EXPLAIN] = "/v1/explain",
    [ROUTE_CORRECT] = "/v1/correct", [ROUTE_UPLOAD] = "/v1/upload",
    [ROUTE_SCHEMA] = "/v1/schema", [ROUTE_HEALTH] = "/healthz", [ROUTE_METRICS] = "/metrics",
    [ROUTE_OPENAPI] = "/openapi.json", [ROUTE_PAGE] = "page", [ROUTE_NONE] = "other",
};

static const double bounds[N_BUCKETS] = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                         0.1,   0.25,   0.5,   1,    2.5,   10};

void metrics_count(struct metrics *m, const struct exchange *x, double seconds)
{
    pthread_mutex_lock(&m->lock);
    int i = 0, bucket = 0;
    int *status = m->routes[x->route].status;
    while (i < 7 && status[i] && status[i] != (int)x->status)
        i++; /* the last place takes whatever is left */
    status[i] = (int)x->status;
    m->routes[x->route].count[i]++;
    while (bucket < N_BUCKETS && seconds > bounds[bucket])
        bucket++;
    m->routes[x->route].buckets[bucket]++;
    m->routes[x->route].seconds += seconds;
    if (x->route == ROUTE_ASK) {
        m->answered += x->status == 200 && !x->declined;
        m->declined += x->status == 200 && x->declined;
        m->failed += x->status >= 500 && !x->retry;
    }
    m->rows += MAX(x->rows, 0);
    pthread_mutex_unlock(&m->lock);
}

void metrics_add(struct metrics *m, long *counter, long n)
{
    pthread_mutex_lock(&m->lock);
    *counter += n;
    pthread_mutex_unlock(&m->lock);
}

static void head(struct strbuf *b, const char *name, const char *type, const char *help)
{
    strbuf_printf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void single(struct strbuf *b, const char *name, const char *type, const char *help,
                   double value)
{
    head(b, name, type, help);
    strbuf_printf(b, "%s %.15g\n", name, value);
}

static void put_requests(struct strbuf *b, const struct metrics *m)
{
    head(b, "astormer_requests_total", "counter", "Requests answered, by path and status.");
    for (int r = 0; r < N_ROUTES; r++)
        for (int i = 0; i < 8 && m->routes[r].status[i]; i++)
            strbuf_printf(b, "astormer_requests_total{path=\"%s\",status=\"%d\"} %ld\n",
                          route_labels[r], m->routes[r].status[i], m->routes[r].count[i]);
}

static void put_seconds(struct strbuf *b, const struct metrics *m)
{
    head(b, "astormer_request_seconds", "histogram", "From the whole request to the answer.");
    for (int r = 0; r < N_ROUTES; r++) {
        long total = 0;
        for (int i = 0; i <= N_BUCKETS; i++)
            total += m->routes[r].buckets[i];
        long below = 0;
        for (int i = 0; i < N_BUCKETS && total; i++) {
            below += m->routes[r].buckets[i];
            strbuf_printf(b, "astormer_request_seconds_bucket{path=\"%s\",le=\"%g\"} %ld\n",
                          route_labels[r], bounds[i], below);
        }
        if (total)
            strbuf_printf(b,
                          "astormer_request_seconds_bucket{path=\"%s\",le=\"+Inf\"} %ld\n"
                          "astormer_request_seconds_sum{path=\"%s\"} %.9g\n"
                          "astormer_request_seconds_count{path=\"%s\"} %ld\n",
                          route_labels[r], total, route_labels[r], m->routes[r].seconds,
                          route_labels[r], total);
    }
}

static double resident_bytes(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%ld %ld", &size, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

const char *metrics_text(struct arena *arena, struct metrics *m, struct crew_load load,
                         int connections)
{
    struct strbuf b = strbuf_in(arena);
    struct undo undo;
    pthread_mutex_lock(&m->lock);
    undo_later(&undo, undo_mutex, &m->lock);
    head(&b, "astormer_build_info", "gauge", "The version, as a label.");
    strbuf_puts(&b, "astormer_build_info{version=\"" ASTORMER_VERSION "\"} 1\n");
    put_requests(&b, m);
    put_seconds(&b, m);
    head(&b, "astormer_questions_total", "counter", "Questions, by what became of them.");
    strbuf_printf(&b,
                  "astormer_questions_total{outcome=\"answered\"} %ld\n"
                  "astormer_questions_total{outcome=\"declined\"} %ld\n"
                  "astormer_questions_total{outcome=\"failed\"} %ld\n",
                  m->answered, m->declined, m->failed);
    single(&b, "astormer_rows_total", "counter", "Rows sent.", (double)m->rows);
    single(&b, "astormer_busy_total", "counter", "Requests refused because the queue was full.",
           (double)m->refused_busy);
    single(&b, "astormer_database_down_total", "counter",
           "Requests refused because the database did not answer.", (double)m->refused_down);
    single(&b, "astormer_connections_ended_total", "counter",
           "Connections ended because they took too long.", (double)m->connections_ended);
    single(&b, "process_start_time_seconds", "gauge", "Unix time of the start.", m->started);
    undo_now(&undo);
    single(&b, "astormer_queue_waiting", "gauge", "Questions that wait.", load.waiting);
    single(&b, "astormer_workers_busy", "gauge", "Questions being answered.", load.working);
    single(&b, "astormer_workers", "gauge", "Threads that answer questions.", load.workers);
    single(&b, "astormer_connections", "gauge", "Open connections.", connections);
    single(&b, "process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
    return strbuf_text(&b);
}
