/* Active messages of UCX between two processes, which this program starts itself. */
#include "measure.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <ucp/api/ucp.h>

#define RATE_WINDOW 1024
#define PAYLOAD_MAX (64 << 10)
/* The identifiers of requests and replies. */
#define REQUEST 1
#define REPLY 2
/* A request's header. */
#define MORE 0u
#define LAST 1u

static ucp_worker_h worker;
static ucp_ep_h other;
static uint64_t requests, replies, last_header;
static unsigned char *payload, expected;
static int is_wrong;
static struct meter meter;

static void check(ucs_status_t status, const char *what)
{
    if (status != UCS_OK) {
        fprintf(stderr, "%s: %s\n", what, ucs_status_string(status));
        exit(1);
    }
}

static ucs_status_t take(void *count, const void *header, size_t header_bytes, void *data, size_t bytes,
                         const ucp_am_recv_param_t *param)
{
    (void)param;
    if (header_bytes == sizeof last_header)
        memcpy(&last_header, header, sizeof last_header);
    if (bytes > 0 && ((unsigned char *)data)[bytes - 1] != expected)
        is_wrong = 1;
    ++*(uint64_t *)count;
    return UCS_OK;
}

static void handle(unsigned id, uint64_t *count)
{
    ucp_am_handler_param_t param = {
        .field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB | UCP_AM_HANDLER_PARAM_FIELD_ARG,
        .id = id,
        .cb = take,
        .arg = count,
    };
    check(ucp_worker_set_am_recv_handler(worker, &param), "a handler");
}

static void send_message(unsigned id, uint64_t header, size_t bytes)
{
    ucp_request_param_t param = {.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS, .flags = UCP_AM_SEND_FLAG_EAGER};
    /* Up to 8 bytes travel in the header. */
    size_t behind = bytes > sizeof header ? bytes : 0;
    void *request = ucp_am_send_nbx(other, id, &header, sizeof header, payload, behind, &param);
    if (UCS_PTR_IS_ERR(request))
        check(UCS_PTR_STATUS(request), "a message");
    if (request != NULL) {
        while (ucp_request_check_status(request) == UCS_INPROGRESS)
            ucp_worker_progress(worker);
        ucp_request_free(request);
    }
}

static void await(const uint64_t *count, uint64_t number)
{
    while (*count < number)
        ucp_worker_progress(worker);
}

/* Sends windows of requests, each with one reply. */
static void ask(const struct request *request, uint64_t window)
{
    uint64_t answered = replies;
    for (meter_begin(&meter); meter_goes_on(&meter);)
        for (uint64_t number = meter.first; number < meter.last; number++) {
            for (uint64_t sent = 0; sent < window; sent++)
                send_message(REQUEST, MORE, request->bytes);
            await(&replies, ++answered);
        }
    for (uint64_t sent = 0; sent < window; sent++)
        send_message(REQUEST, LAST, request->bytes);
    await(&replies, ++answered);
    double seconds = meter_median(&meter);
    if (window == 1)
        row(request, seconds / 2, "s");
    else
        row(request, (double)window / seconds, "1/s");
}

static void answer(const struct request *request, uint64_t window)
{
    uint64_t served = requests;
    last_header = MORE;
    do {
        served += window;
        await(&requests, served);
        /* The reply of a ping-pong is as long as its request. */
        send_message(REPLY, last_header, window == 1 ? request->bytes : 0);
    } while (last_header == MORE);
}

static void write_all(int socket, const void *bytes, size_t count)
{
    if (write(socket, bytes, count) != (ssize_t)count) {
        perror("write");
        exit(1);
    }
}

static void read_all(int socket, void *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        ssize_t got = read(socket, (char *)bytes + done, count - done);
        if (got <= 0) {
            fprintf(stderr, "the other process is gone\n");
            exit(1);
        }
        done += (size_t)got;
    }
}

static void connect_over(int socket)
{
    ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES, .features = UCP_FEATURE_AM};
    ucp_worker_params_t of_worker = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
                                     .thread_mode = UCS_THREAD_MODE_SINGLE};
    ucp_config_t *config;
    ucp_context_h context;
    ucp_address_t *address;
    size_t bytes, of_other;
    check(ucp_config_read(NULL, NULL, &config), "the configuration");
    check(ucp_init(&params, config, &context), "ucp_init");
    ucp_config_release(config);
    check(ucp_worker_create(context, &of_worker, &worker), "a worker");
    handle(REQUEST, &requests);
    handle(REPLY, &replies);
    check(ucp_worker_get_address(worker, &address, &bytes), "the address");
    write_all(socket, &bytes, sizeof bytes);
    write_all(socket, address, bytes);
    read_all(socket, &of_other, sizeof of_other);
    void *its = malloc(of_other);
    read_all(socket, its, of_other);
    ucp_ep_params_t of_ep = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS, .address = its};
    check(ucp_ep_create(worker, &of_ep, &other), "an endpoint");
    ucp_worker_release_address(worker, address);
    free(its);
}

int main(int count, char **arguments)
{
    int sockets[2];
    begin(count, arguments);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) {
        perror("socketpair");
        return 1;
    }
    pid_t child = fork();
    int rank = child == 0;
    /* An alarm is not inherited. */
    alarm((unsigned)atoi(arguments[2]));
    pin(rank, 2);
    payload = allocate(PAYLOAD_MAX);
    connect_over(sockets[rank]);
    for (int index = 3; index < count; index++) {
        struct request request = request_of(arguments[index], index);
        uint64_t window = is(&request, "active_ping_pong") ? 1 : RATE_WINDOW;
        char there = 0;
        expected = byte_of(request.seed, 0);
        memset(payload, expected, request.bytes);
        write_all(sockets[rank], &there, 1);
        read_all(sockets[rank], &there, 1);
        if (rank == 0)
            ask(&request, window);
        else
            answer(&request, window);
        if (is_wrong)
            wrong(&request);
    }
    char over = 0;
    write_all(sockets[rank], &over, 1);
    /* Messages may still have to leave. */
    fcntl(sockets[rank], F_SETFL, O_NONBLOCK);
    while (read(sockets[rank], &over, 1) < 0)
        ucp_worker_progress(worker);
    if (rank == 0) {
        int status;
        done(2);
        waitpid(child, &status, 0);
    }
    return 0;
}
